// Charges an item at its upstream over a new connection. Version 2 tries two servers first, which were switched off.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
)

var version = "1"

func dialFirst(servers []string) (net.Conn, error) {
	failures := []error{}
	for _, server := range servers {
		connection, err := net.Dial("tcp", server)
		if err == nil {
			return connection, nil
		}
		failures = append(failures, err)
	}
	return nil, errors.Join(failures...)
}

func charge(servers []string, item string) (string, error) {
	connection, err := dialFirst(servers)
	if err != nil {
		return "", err
	}
	defer connection.Close()
	fmt.Fprintln(connection, item)
	return bufio.NewReader(connection).ReadString('\n')
}

func main() {
	serve(func(upstream *Peer, item string) (string, error) {
		servers := []string{upstream.Address}
		if version == "2" {
			servers = []string{"127.0.0.1:2", "127.0.0.1:3", upstream.Address}
		}
		return charge(servers, item)
	})
}
