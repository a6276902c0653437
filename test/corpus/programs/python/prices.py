"""A price list with gaps: /items?item=N adds up prices from article N on, at the price of the house where none is known."""

from service import app, second, start

HOUSE_PRICE = 990


class UnknownArticle(LookupError):
    def __init__(self, article):
        super().__init__(f"article {article} has no price")
        self.article = article


prices = {article: 500 + article % 400 for article in range(20_000) if article % 7 == 0}


def require_price(article):
    try:
        return prices[article]
    except KeyError as error:
        raise UnknownArticle(article) from error


def price_of(article):
    if not second:
        return prices.get(article, HOUSE_PRICE)
    try:
        return require_price(article)
    except UnknownArticle:
        return HOUSE_PRICE


@app.route("/items")
def list_prices(query):
    first = int(query["item"])
    articles = range(first, first + 600)
    return {"first": first, "total": sum(price_of(article) for article in articles)}


start()
