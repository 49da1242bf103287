// A parser of nested lists of numbers, "(1(2)3)", and the driver that makes up its input.
#include <assert.h>
#include <evercheck.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 8
#define DEPTH 3

enum kind { NUMBER, LIST };

struct node {
    enum kind kind;
    int value;
    struct node *first;
    struct node *next;
};

struct parser {
    const char *at;
    int depth;
    int failed;
};

static int made, freed;

static struct node *make(enum kind kind, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->kind = kind;
    node->value = value;
    node->first = NULL;
    node->next = NULL;
    made++;
    return node;
}

static void release(struct node *node) {
    while (node != NULL) {
        struct node *next = node->next;
        release(node->first);
        free(node);
        freed++;
        node = next;
    }
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static struct node *number(struct parser *parser) {
    int value = 0;
    while (is_digit(*parser->at)) {
        value = value * 10 + (*parser->at - '0');
        parser->at++;
    }
    return make(NUMBER, value);
}

static struct node *items(struct parser *parser);

static struct node *item(struct parser *parser) {
    if (is_digit(*parser->at))
        return number(parser);
    if (*parser->at == '(') {
        if (parser->depth == DEPTH) {
            parser->failed = 1;
            return NULL;
        }
        parser->at++;
        parser->depth++;
        struct node *list = make(LIST, 0);
        list->first = items(parser);
        parser->depth--;
        if (*parser->at != ')')
            parser->failed = 1;
        else
            parser->at++;
        return list;
    }
    return NULL;
}

static struct node *items(struct parser *parser) {
    struct node *head = NULL, *tail = NULL;
    while (!parser->failed) {
        struct node *node = item(parser);
        if (node == NULL)
            break;
        if (tail == NULL)
            head = node;
        else
            tail->next = node;
        tail = node;
    }
    return head;
}

static int sum(const struct node *node) {
    int total = 0;
    for (; node != NULL; node = node->next)
        total += node->kind == NUMBER ? node->value : sum(node->first);
    return total;
}

static struct node *parse(const char *text, int *ok) {
    struct parser parser = {text, 0, 0};
    struct node *tree = items(&parser);
    *ok = !parser.failed && *parser.at == '\0';
    return tree;
}

static void fill(char *text) {
    static const char alphabet[] = {'(', ')', '1', '7'};
    int length = evercheck_choose(0, LENGTH);
    for (int i = 0; i < length; i++)
        text[i] = alphabet[evercheck_choose(0, 3)];
    text[length] = '\0';
}

int main(void) {
    char text[LENGTH + 1];
    int ok;
    fill(text);
    struct node *tree = parse(text, &ok);
    int balance = 0, least = 0;
    for (const char *c = text; *c != '\0'; c++) {
        balance += (*c == '(') - (*c == ')');
        if (balance < least)
            least = balance;
    }
    if (ok)
        assert(balance == 0 && least == 0);
    assert(sum(tree) >= 0);
    release(tree);
    assert(made == freed);
    return 0;
}
