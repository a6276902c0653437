// Asks another service whether an item is in stock. Version 2 finds its address by name in each request.
package main

import (
	"context"
	"net"
	"os"
	"sync"
	"time"
)

var version = "1"

var resolver = &net.Resolver{
	PreferGo: true,
	Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var dialer net.Dialer
		return dialer.DialContext(ctx, "udp", os.Getenv("NAME_SERVER"))
	},
}

func addressOf(name string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	found, err := resolver.LookupNetIP(ctx, "ip4", name)
	if err != nil {
		return "", err
	}
	return found[0].String(), nil
}

var (
	mutex      sync.Mutex
	warehouses = map[string]*Peer{}
)

func warehouseAt(address string) *Peer {
	mutex.Lock()
	defer mutex.Unlock()
	if warehouses[address] == nil {
		warehouses[address] = newPeer(address)
	}
	return warehouses[address]
}

var findOnce = sync.OnceValues(func() (string, error) { return addressOf("warehouse.shop.internal.") })

func main() {
	serve(func(upstream *Peer, item string) (string, error) {
		address, err := findOnce()
		if version == "2" {
			address, err = addressOf("warehouse.shop.internal.")
		}
		if err != nil {
			return "", err
		}
		_, port, _ := net.SplitHostPort(upstream.Address)
		return warehouseAt(net.JoinHostPort(address, port)).Ask(item)
	})
}
