"""Orders of a shop in SQLite: /items?item=N answers the order and its lines."""

import sqlite3
import threading
from pathlib import Path

from service import app, second, start

LINES = 40
file = Path(__file__).parent / "shop.db"
connections = threading.local()


def fill():
    file.unlink(missing_ok=True)
    database = sqlite3.connect(file)
    database.execute("create table product (id integer primary key, name text, price integer)")
    database.execute("create table line (id integer primary key, orders integer, product integer, pieces integer)")
    database.execute("create index line_of_order on line (orders)")
    database.executemany("insert into product values (?, ?, ?)", ((n, f"product {n}", 100 + n) for n in range(500)))
    lines = ((n // LINES, n * 37 % 500, 1 + n % 4) for n in range(1000 * LINES))
    database.executemany("insert into line (orders, product, pieces) values (?, ?, ?)", lines)
    database.commit()
    database.close()


def connect():
    if not hasattr(connections, "shop"):
        connections.shop = sqlite3.connect(file)
    return connections.shop


def find_lines(order):
    joined = "select name, price, pieces from line join product on product.id = line.product where orders = ?"
    return connect().execute(joined, (order,)).fetchall()


def find_lines_and_products(order):
    shop = connect()
    lines = shop.execute("select product, pieces from line where orders = ?", (order,)).fetchall()
    found = []
    for product, pieces in lines:
        name, price = shop.execute("select name, price from product where id = ?", (product,)).fetchone()
        found.append((name, price, pieces))
    return found


@app.route("/items")
def show_order(query):
    order = int(query["item"])
    lines = find_lines_and_products(order) if second else find_lines(order)
    return {"order": order, "lines": lines, "total": sum(price * pieces for _, price, pieces in lines)}


fill()
start()
