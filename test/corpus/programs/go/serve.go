// What the services in this folder share: they are built with it, each into a program of its own.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
)

// Peer keeps connections to an upstream that answers each line with a line.
type Peer struct {
	Address string
	idle    chan net.Conn
}

func newPeer(address string) *Peer {
	return &Peer{Address: address, idle: make(chan net.Conn, 64)}
}

// Ask uses an idle connection, or opens one.
func (peer *Peer) Ask(question string) (string, error) {
	var connection net.Conn
	select {
	case connection = <-peer.idle:
	default:
		dialled, err := net.Dial("tcp", peer.Address)
		if err != nil {
			return "", err
		}
		connection = dialled
	}
	fmt.Fprintln(connection, question)
	answer, err := bufio.NewReader(connection).ReadString('\n')
	if err != nil {
		connection.Close()
		return "", err
	}
	peer.idle <- connection
	return answer, nil
}

// serve answers /items?item=N on the port that the program was started with.
func serve(answer func(upstream *Peer, item string) (string, error)) {
	port := flag.Int("port", 0, "")
	upstream := flag.String("upstream", "", "")
	flag.Parse()
	peer := newPeer(*upstream)
	http.HandleFunc("/items", func(reply http.ResponseWriter, request *http.Request) {
		text, err := answer(peer, request.FormValue("item"))
		if err != nil {
			http.Error(reply, err.Error(), http.StatusBadGateway)
			return
		}
		fmt.Fprint(reply, text)
	})
	fmt.Println("ready")
	log.Fatal(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), nil))
}
