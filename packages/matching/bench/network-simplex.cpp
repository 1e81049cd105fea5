// Computes the bound with LEMON's network simplex (Dezső, Jüttner and Kovács 2011), as a reference for the package's
// own bound: reads the strata that `network-simplex.ts` wrote ("nodes arcs", then "tail head capacity
// profit" a line) and prints the bound and the milliseconds of solving alone.
//   g++ -O2 -o network-simplex network-simplex.cpp   (Debian: liblemon-dev)
#include <chrono>
#include <cstdio>
#include <vector>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

int main(int, char **arguments) {
  FILE *file = std::fopen(arguments[1], "r");
  if (file == nullptr) return 1;
  long long bound = 0;
  double milliseconds = 0;
  int nodes, arcs;
  while (std::fscanf(file, "%d %d", &nodes, &arcs) == 2) {
    lemon::SmartDigraph graph;
    graph.reserveNode(nodes);
    graph.reserveArc(arcs);
    for (int node = 0; node < nodes; node++) graph.addNode();
    lemon::SmartDigraph::ArcMap<int> capacity(graph), cost(graph);
    for (int index = 0; index < arcs; index++) {
      int tail, head, limit, profit;
      if (std::fscanf(file, "%d %d %d %d", &tail, &head, &limit, &profit) != 4) return 1;
      auto arc = graph.addArc(graph.nodeFromId(tail), graph.nodeFromId(head));
      capacity[arc] = limit;
      cost[arc] = -profit;
    }
    auto start = std::chrono::steady_clock::now();
    lemon::NetworkSimplex<lemon::SmartDigraph, int, int> simplex(graph);
    simplex.upperMap(capacity).costMap(cost).run();
    bound -= simplex.totalCost<long long>();
    milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  std::printf("network simplex: bound %lld, %.0f ms\n", bound, milliseconds);
}
