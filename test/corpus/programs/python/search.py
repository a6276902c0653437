"""Searches the articles of a shop: /items?item=N answers the ten that fit best."""

from service import app, start

words = ["blue", "garden", "small", "oak", "cotton", "lamp", "chair", "winter", "glass", "tea"]
articles = [{words[n % 10], words[n // 10 % 10], words[n * 7 % 10], words[n // 3 % 10]} for n in range(300)]


def score(wanted, article):
    return len(wanted & article) / len(wanted | article)


@app.route("/items")
def search(query):
    item = int(query["item"])
    wanted = {words[item % 10], words[item // 100]}
    ranked = sorted(range(len(articles)), key=lambda place: -score(wanted, articles[place]))
    return {"wanted": sorted(wanted), "articles": ranked[:10]}


start()
