// A Go target for the tests: does what each line of its input says, and answers "done".
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

//go:noinline
func threadTime() int64 {
	var ts syscall.Timespec
	const ofThread = 3
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, ofThread, uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano()
}

var sink uint64

//go:noinline
func leaf(x uint64) uint64 { return x*6364136223846793005 + 1 }

//go:noinline
func burn(ms int64) {
	// The clock is this thread's, so the goroutine must not move to another.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	end := threadTime() + ms*1000000
	for threadTime() < end {
		v := sink
		for i := 0; i < 20000; i++ {
			v = leaf(v)
		}
		sink = v
	}
}

//go:noinline
func inner(ms int64) { burn(ms) }

//go:noinline
func outer(ms int64) { inner(ms) }

//go:noinline
func descend(depth int, ms int64) int {
	if depth == 0 {
		burn(ms)
		return 0
	}
	return descend(depth-1, ms) + 1
}

type byRank struct{ values []int }

func (b *byRank) Len() int      { return len(b.values) }
func (b *byRank) Swap(i, j int) { b.values[i], b.values[j] = b.values[j], b.values[i] }

//go:noinline
func (b *byRank) Less(i, j int) bool { burn(20); return b.values[i] < b.values[j] }

type node struct{ left, right *node }

func grow(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{grow(depth - 1), grow(depth - 1)}
}

// The collector marks on stacks of the threads.
//
//go:noinline
func collect(times int64) {
	tree := grow(19)
	for i := int64(0); i < times; i++ {
		runtime.GC()
	}
	runtime.KeepAlive(tree)
}

// The clock is read on a stack of the thread.
//
//go:noinline
func watch(times int64) {
	for i := int64(0); i < times; i++ {
		sink += uint64(time.Now().Nanosecond())
	}
}

type shelf struct {
	mutex sync.Mutex
	rw    sync.RWMutex
}

//go:noinline
func (s *shelf) waitForMutex() { s.mutex.Lock(); s.mutex.Unlock() }

//go:noinline
func (s *shelf) waitToWrite() { s.rw.Lock(); s.rw.Unlock() }

//go:noinline
func (s *shelf) waitToRead() { s.rw.RLock(); s.rw.RUnlock() }

// Whether a goroutine is parked for that reason, as Go's own stack traces say.
func isParked(reason string) bool {
	text := make([]byte, 1<<16)
	return strings.Contains(string(text[:runtime.Stack(text, true)]), "["+reason)
}

// Lets a goroutine wait for a lock, so many times for so long each.
func contend(lock, unlock, wait func(), reason string, times, ms int64) {
	for i := int64(0); i < times; i++ {
		done := make(chan bool)
		lock()
		go func() { wait(); done <- true }()
		for !isParked(reason) {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(ms) * time.Millisecond)
		unlock()
		<-done
	}
}

// Takes locks that are free, and waits for something other than a lock.
func hurryAndRest(s *shelf, times int64) {
	for i := int64(0); i < times; i++ {
		s.waitForMutex()
		s.waitToWrite()
		s.waitToRead()
	}
	var group sync.WaitGroup
	group.Add(1)
	go func() { time.Sleep(20 * time.Millisecond); group.Done() }()
	group.Wait()
}

func obey(words []string) {
	number := func(i int) int64 { n, _ := strconv.ParseInt(words[i], 10, 64); return n }
	switch words[0] {
	case "spin":
		outer(number(1))
	case "descend":
		descend(int(number(1)), number(2))
	case "order":
		sort.Sort(&byRank{[]int{5, 2, 9, 1, 3}})
	case "collect":
		collect(number(1))
	case "watch":
		watch(number(1))
	case "contend":
		s := &shelf{}
		switch words[1] {
		case "mutex":
			contend(s.mutex.Lock, s.mutex.Unlock, s.waitForMutex, "sync.Mutex.Lock", number(2), number(3))
		case "write":
			contend(s.rw.RLock, s.rw.RUnlock, s.waitToWrite, "sync.RWMutex.Lock", number(2), number(3))
		case "read":
			contend(s.rw.Lock, s.rw.Unlock, s.waitToRead, "sync.RWMutex.RLock", number(2), number(3))
		}
	case "rest":
		hurryAndRest(&shelf{}, number(1))
	case "goroutine":
		done := make(chan bool)
		go func() { outer(number(1)); done <- true }()
		<-done
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		obey(strings.Fields(lines.Text()))
		fmt.Println("done")
	}
}
