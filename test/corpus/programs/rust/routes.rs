//! Routes of parcels: `/items?item=N` answers the shortest way from the depot to town N.

mod server;

const TOWNS: usize = 100;
const UNREACHED: u32 = u32::MAX;

struct Map {
    distances: Vec<[u32; TOWNS]>,
}

impl Map {
    fn new() -> Map {
        let distance = |from: usize, to: usize| {
            if from == to {
                0
            } else {
                5 + ((from * 31 + to * 17) % 97) as u32
            }
        };
        let distances = (0..TOWNS)
            .map(|from| std::array::from_fn(|to| distance(from, to)))
            .collect();
        Map { distances }
    }

    /// Dijkstra's way over all towns, with an array instead of a queue.
    #[inline(never)]
    fn shortest_ways(&self, depot: usize) -> [u32; TOWNS] {
        let mut ways = [UNREACHED; TOWNS];
        let mut done = [false; TOWNS];
        ways[depot] = 0;
        while let Some(near) = (0..TOWNS).filter(|&town| !done[town]).min_by_key(|&town| ways[town]) {
            done[near] = true;
            for (town, distance) in self.distances[near].iter().enumerate() {
                ways[town] = ways[town].min(ways[near].saturating_add(*distance));
            }
        }
        ways
    }

    /// The sum over the depots that could send a parcel.
    fn cheapest(&self, town: usize, depots: usize) -> u32 {
        (0..depots)
            .map(|depot| self.shortest_ways(depot)[town])
            .min()
            .unwrap_or(UNREACHED)
    }
}

fn main() -> std::io::Result<()> {
    let map = Map::new();
    let depots = if server::SECOND { 40 } else { 20 };
    server::serve(move |item| {
        let town = item as usize % TOWNS;
        format!("town={town} way={}\n", map.cheapest(town, depots))
    })
}
