#ifndef CDECANTSCAN_H
#define CDECANTSCAN_H
#endif
