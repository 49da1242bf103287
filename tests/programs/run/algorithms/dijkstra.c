// Shortest paths with a binary heap; Floyd-Warshall agrees.
#include <limits.h>
#include <stdio.h>

enum { N = 12, NONE = INT_MAX / 2 };
static int weight[N][N], distance[N], heap[N * N], keys[N * N], size;

static void push(int key, int node) {
    int i = size++;
    for (; i && keys[(i - 1) / 2] > key; i = (i - 1) / 2) keys[i] = keys[(i - 1) / 2], heap[i] = heap[(i - 1) / 2];
    keys[i] = key, heap[i] = node;
}

static int pop(int *key) {
    int node = heap[0], last = heap[--size], last_key = keys[size], i = 0;
    *key = keys[0];
    for (int c; (c = 2 * i + 1) < size; i = c) {
        if (c + 1 < size && keys[c + 1] < keys[c]) c++;
        if (keys[c] >= last_key) break;
        keys[i] = keys[c], heap[i] = heap[c];
    }
    keys[i] = last_key, heap[i] = last;
    return node;
}

static void dijkstra(int from) {
    for (int i = 0; i < N; i++) distance[i] = NONE;
    distance[from] = 0;
    push(0, from);
    while (size) {
        int key, u = pop(&key);
        if (key > distance[u]) continue;
        for (int v = 0; v < N; v++)
            if (distance[u] + weight[u][v] < distance[v]) push(distance[v] = distance[u] + weight[u][v], v);
    }
}

int main(void) {
    unsigned seed = 3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1103515245 + 12345;
            weight[i][j] = i == j ? 0 : (seed >> 16) % 4 == 0 ? (int)(seed >> 20) % 50 + 1 : NONE;
        }
    int all[N][N];
    for (int i = 0; i < N * N; i++) all[i / N][i % N] = weight[i / N][i % N];
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (all[i][k] + all[k][j] < all[i][j]) all[i][j] = all[i][k] + all[k][j];
    int agree = 1;
    for (int from = 0; from < N; from++) {
        dijkstra(from);
        for (int j = 0; j < N; j++) {
            agree &= distance[j] == all[from][j] || (distance[j] >= NONE && all[from][j] >= NONE);
            if (from < 2) printf("%d ", distance[j] >= NONE ? -1 : distance[j]);
        }
    }
    printf("\n%d\n", agree);
    return 0;
}
