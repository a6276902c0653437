// Keeps the session of each visitor. Version 2 never ends one.
package main

import (
	"fmt"
	"sync"
)

var version = "1"

const (
	mostSessions = 200
	pageBytes    = 8192
)

type Session struct {
	Visitor int
	Page    []byte
}

var (
	mutex    sync.Mutex
	visitors int
	sessions = map[int]*Session{}
)

func startSession(item string) *Session {
	page := make([]byte, pageBytes)
	for at := range page {
		page[at] = item[at%len(item)]
	}
	mutex.Lock()
	defer mutex.Unlock()
	visitors++
	session := &Session{Visitor: visitors, Page: page}
	sessions[visitors] = session
	if version == "1" {
		delete(sessions, visitors-mostSessions)
	}
	return session
}

func main() {
	serve(func(_ *Peer, item string) (string, error) {
		session := startSession(item)
		return fmt.Sprintf("visitor %d %s\n", session.Visitor, session.Page[:8]), nil
	})
}
