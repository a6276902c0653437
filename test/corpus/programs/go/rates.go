// Exchange rates of 100 currencies, and the last one of each. Version 2 keeps its mutex while it asks the upstream.
package main

import (
	"strconv"
	"sync"
)

var version = "1"

// Cache has the last known rate of each currency.
type Cache struct {
	mutex sync.Mutex
	rates map[string]string
}

// Get asks for the current rate.
func (cache *Cache) Get(upstream *Peer, currency string) (string, error) {
	if version == "1" {
		rate, err := upstream.Ask(currency)
		cache.mutex.Lock()
		defer cache.mutex.Unlock()
		cache.rates[currency] = rate
		return rate, err
	}
	cache.mutex.Lock()
	defer cache.mutex.Unlock()
	rate, err := upstream.Ask(currency)
	cache.rates[currency] = rate
	return rate, err
}

func main() {
	cache := &Cache{rates: map[string]string{}}
	serve(func(upstream *Peer, item string) (string, error) {
		number, _ := strconv.Atoi(item)
		return cache.Get(upstream, strconv.Itoa(number%100))
	})
}
