#include "CDecantScan.h"
