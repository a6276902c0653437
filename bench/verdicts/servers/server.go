// The price service of server.c in Go, on net/http.
//
// usage: server PORT BACKEND_PORT AUDIT_PORT DIRECTORY
package main

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

const (
	rounds        = 100000
	discountRules = 150000
	cacheSlots    = 1024
	settingsEvery = 64
	auditEvery    = 32
	lineBytes     = 2000
)

type line struct {
	price uint64
	text  []byte
}

type service struct {
	lock      sync.Mutex
	items     [cacheSlots]int
	prices    [cacheSlots]uint64
	backends  chan *bufio.ReadWriter
	audit     string
	directory string
	orders    *os.File
	served    atomic.Uint64
}

//go:noinline
func (s *service) lookUp(item int) (uint64, bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	slot := item % cacheSlots
	return s.prices[slot], s.items[slot] == item
}

//go:noinline
func (s *service) askBackend(item int) uint64 {
	backend := <-s.backends
	defer func() { s.backends <- backend }()
	fmt.Fprintf(backend, "%d\n", item)
	if err := backend.Flush(); err != nil {
		log.Fatal(err)
	}
	answer, err := backend.ReadString('\n')
	if err != nil {
		log.Fatal(err)
	}
	price, _ := strconv.ParseUint(strings.TrimSpace(answer), 10, 64)
	return price
}

//go:noinline
func (s *service) findPrice(item int) uint64 {
	price, known := s.lookUp(item)
	if known {
		return price
	}
	price = s.askBackend(item)
	s.lock.Lock()
	defer s.lock.Unlock()
	s.items[item%cacheSlots] = item
	s.prices[item%cacheSlots] = price
	return price
}

//go:noinline
func computePrice(lines []*line) uint64 {
	var total uint64
	for _, one := range lines {
		price := one.price | 1
		for round := 0; round < rounds; round++ {
			price ^= price << 13
			price ^= price >> 7
			price ^= price << 17
		}
		total += price % 100000
	}
	return total
}

//go:noinline
func applyDiscounts(total uint64, customer int) uint64 {
	state := uint64(customer) + 1
	for rule := 0; rule < discountRules; rule++ {
		state = state*6364136223846793005 + 1442695040888963407
		if state>>60 == 7 {
			total -= total >> 12
		}
	}
	return total
}

//go:noinline
func (s *service) makeLine(item int) *line {
	text := make([]byte, lineBytes)
	for i := range text {
		text[i] = byte('a' + item%26)
	}
	return &line{price: s.findPrice(item), text: text}
}

func (s *service) sendAudit(customer int) {
	connection, err := net.Dial("tcp", s.audit)
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprintf(connection, "%d\n", customer)
	bufio.NewReader(connection).ReadString('\n')
}

func (s *service) readSettings() {
	if _, err := os.ReadFile(filepath.Join(s.directory, "prices.conf")); err != nil {
		log.Fatal(err)
	}
}

func (s *service) ServeHTTP(reply http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	item, _ := strconv.Atoi(query.Get("item"))
	quantity, _ := strconv.Atoi(query.Get("quantity"))
	customer, _ := strconv.Atoi(query.Get("customer"))
	number := s.served.Add(1) - 1
	lines := make([]*line, 0, 1+quantity%9)
	for i := 0; i < cap(lines); i++ {
		lines = append(lines, s.makeLine(item+i))
	}
	total := applyDiscounts(computePrice(lines), customer)
	if number%settingsEvery == 0 {
		s.readSettings()
	}
	if number%auditEvery == 0 {
		s.sendAudit(customer)
	}
	fmt.Fprintf(s.orders, "item=%d quantity=%d customer=%d total=%d\n", item, quantity, customer, total)
	reply.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(reply, "{\"item\":%d,\"quantity\":%d,\"total\":%d.%02d}\n", item, quantity, total/100, total%100)
}

func main() {
	if len(os.Args) < 5 {
		os.Exit(2)
	}
	orders, err := os.OpenFile(filepath.Join(os.Args[4], "orders.log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	own := &service{backends: make(chan *bufio.ReadWriter, 4), audit: "127.0.0.2:" + os.Args[3], directory: os.Args[4], orders: orders}
	for range cap(own.backends) {
		backend, err := net.Dial("tcp", "127.0.0.1:"+os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		own.backends <- bufio.NewReadWriter(bufio.NewReader(backend), bufio.NewWriter(backend))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(`{"event":"listening"}`)
	log.Fatal(http.Serve(listener, own))
}
