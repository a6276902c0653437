// A report of the sales of an item. Version 2 builds its text by adding one string to another.
package main

import (
	"strconv"
	"strings"
)

var version = "1"

// Sale is the amount of one day.
type Sale struct {
	Day    int
	Amount int
}

func salesOf(item int) []Sale {
	sales := make([]Sale, 365)
	for day := range sales {
		sales[day] = Sale{Day: day, Amount: (item*31 + day*17) % 1000}
	}
	return sales
}

func render(sales []Sale) string {
	if version == "2" {
		text := ""
		for _, sale := range sales {
			text += strconv.Itoa(sale.Day) + ";" + strconv.Itoa(sale.Amount) + "\n"
		}
		return text
	}
	var text strings.Builder
	for _, sale := range sales {
		text.WriteString(strconv.Itoa(sale.Day))
		text.WriteByte(';')
		text.WriteString(strconv.Itoa(sale.Amount))
		text.WriteByte('\n')
	}
	return text.String()
}

func main() {
	serve(func(_ *Peer, item string) (string, error) {
		number, _ := strconv.Atoi(item)
		return render(salesOf(number)), nil
	})
}
