// Prices a basket of ten items at its upstream. Version 2 asks for each item where version 1 asks for all at once.
package main

import (
	"strconv"
	"strings"
)

var version = "1"

const itemsOfBasket = 10

func priceBasket(upstream *Peer, items []string) (string, error) {
	if version == "1" {
		return upstream.Ask(strings.Join(items, ","))
	}
	prices := ""
	for _, item := range items {
		price, err := upstream.Ask(item)
		if err != nil {
			return "", err
		}
		prices += price
	}
	return prices, nil
}

func main() {
	serve(func(upstream *Peer, item string) (string, error) {
		first, err := strconv.Atoi(item)
		if err != nil {
			return "", err
		}
		items := make([]string, itemsOfBasket)
		for index := range items {
			items[index] = strconv.Itoa(first + index)
		}
		return priceBasket(upstream, items)
	})
}
