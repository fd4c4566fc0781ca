// Compiles the header by itself, and gives the package manager something to build.
#include "CDecantInflate.h"
