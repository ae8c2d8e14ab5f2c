/* deep_ast: conditions over deep trees of arithmetic on four numbers. Numbers wrap, so no tree
 * overflows. The trees were drawn at random once; whether each outcome has numbers that take it is
 * not known. */
#include <stdint.h>

int deep_01(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((a + (b + a)) != 3375)
		return 597;
	if ((a ^ (d - 19)) < (a | 75)) {
		if (((d & 88) + (60 * c)) == b)
			return 747;
		if ((b + ((a ^ 72) - (c * d))) <= (a * c))
			return 698;
		return 842;
	}
	if ((((b & (b - d)) ^ (d ^ (56 - d))) | (((b - b) - b) | (c + (17 * a)))) != 4531) {
		if (((a + b) + (a * b)) <= 3032)
			return 478;
		return 492;
	}
	if (c >= d) {
		return 557;
	}
	return 777;
}

int deep_02(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((((b - 69) * (b * b)) + ((26 - c) ^ (d + b))) >= 4907) {
		if (((d & c) ^ (a + b)) != (d * d))
			return 743;
		if ((d - (79 - c)) > a)
			return 143;
		if (((c - (c & d)) - ((59 * d) + (17 & 20))) <= d)
			return 124;
		if (88 <= d) {
			return 101;
		}
		return 576;
	}
	if (((b & c) & (62 & 32)) == b) {
		if (((c + c) - (a ^ d)) > b) {
			if (((((38 & a) ^ (a - c)) ^ c) * (((b * 69) | (a | a)) ^ ((a + a) - (b + c)))) < 3667)
				return 245;
			if ((c * (c & 58)) >= (a + a))
				return 195;
			return 527;
		}
		if (d >= 4005)
			return 724;
		if ((((c + (d + c)) + ((b ^ d) | c)) ^ (((c * a) + (c + b)) & (b + (a + c)))) >= a)
			return 738;
		return 507;
	}
	if ((92 - ((68 & (88 + b)) | b)) >= (a ^ a))
		return 251;
	if ((((12 & d) | (b + b)) ^ ((a ^ c) | (b & 10))) > 2667) {
		if ((d | ((a ^ b) & (a + d))) < 4100) {
			return 537;
		}
		return 369;
	}
	if (((((d - d) ^ (d | d)) - (c * (a + c))) + ((c & (a * c)) + ((56 * b) - (d ^ 71)))) > (58 ^ b))
		return 498;
	return 51;
}

int deep_03(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((c * b) ^ (d & b)) >= a) {
		if (((c & ((d + d) & (c - a))) + (((b & c) - (d ^ c)) & (d + (a ^ 51)))) != (b - a))
			return 867;
		if (a > (c * d))
			return 102;
		if (((29 * a) & (c ^ b)) != 4261) {
			if (((((c + d) * (a ^ 38)) | b) + (((14 * 64) - (d - a)) - ((a + b) - (b | d)))) >= (b - 24)) {
				return 320;
			}
			return 388;
		}
		return 340;
	}
	if (a == 3392) {
		if ((((a | d) - (a | a)) & ((9 | c) + (c & c))) == 2386) {
			if ((((b - c) ^ (b - c)) ^ (d & (a - a))) != 4476) {
				if ((((59 ^ b) - (c | c)) | ((d * b) * (37 - c))) < (b & a)) {
					return 38;
				}
				return 487;
			}
			return 237;
		}
		return 937;
	}
	if ((((48 + d) & (a | 82)) + ((b * b) * (b + c))) != b) {
		if (((a | b) | (c * c)) != (d * c)) {
			if (((((b * a) + d) - c) + (b - (b + (c + 7)))) >= (b & b)) {
				return 867;
			}
			return 485;
		}
		if (b != 2892)
			return 863;
		return 776;
	}
	return 684;
}

int deep_04(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((d | 40) ^ (c ^ 58)) != 1414) {
		if ((((c + 57) ^ (a + (93 * a))) ^ ((9 - (b + c)) ^ ((a | 45) - (42 - d)))) > d) {
			if (((d | c) | a) >= (a & 33))
				return 756;
			if ((((b + 23) * (38 + c)) * ((a * a) & (d * 54))) == 341)
				return 312;
			return 109;
		}
		return 547;
	}
	if ((((b - (b + c)) & ((83 + 45) * (78 ^ d))) - (a + ((2 + b) - 26))) <= (c - c)) {
		if (((((d + b) | (a * c)) ^ ((a * 35) | (c | b))) | a) > b)
			return 389;
		if (((((b + c) & (80 ^ 10)) & (a - (b - a))) | a) >= 505)
			return 840;
		return 547;
	}
	return 68;
}

int deep_05(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (b < 227) {
		if (((c * c) * (((a + 56) * (a * 69)) & ((d * 1) + (c + a)))) != 1461)
			return 238;
		if ((((a | c) ^ (a ^ a)) | ((b & b) * (69 - 97))) >= (d & 85)) {
			if ((((b | b) - (b | b)) * ((b & c) | (a * a))) > 3097) {
				if (((d + b) ^ (d | b)) == d)
					return 768;
				return 663;
			}
			if (((90 | b) | (c ^ a)) != d) {
				return 880;
			}
			return 692;
		}
		return 894;
	}
	if ((((b + (c - 13)) ^ ((c & c) - (b ^ 51))) + (((c + d) & d) + ((c * b) | (b ^ d)))) > (b + 61)) {
		if (((c ^ b) | (b ^ d)) >= (c ^ b)) {
			if ((((d - a) | (18 * 45)) & b) < c)
				return 214;
			if ((((86 + c) | (28 | d)) - ((b * d) + (d + d))) > (b | d))
				return 682;
			return 304;
		}
		return 384;
	}
	if (c >= a) {
		if (d >= c) {
			if ((((c & (c ^ c)) * ((a | b) * (17 * a))) - (((a & c) & b) + ((8 | 70) ^ (81 - a)))) > 273)
				return 672;
			return 14;
		}
		if (((d * c) & 73) < 4027)
			return 609;
		return 607;
	}
	return 676;
}

int deep_06(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((d & ((a ^ a) - (a + d))) < (a | b))
		return 301;
	if (((((a + 84) + c) * ((a ^ c) - (d | b))) ^ c) >= d) {
		if (((((40 & b) + (49 | d)) & ((b * a) + (b - 36))) & (((b ^ b) + (d + b)) ^ ((59 ^ 12) & (d + 75)))) == 4225) {
			return 718;
		}
		return 592;
	}
	return 413;
}

int deep_07(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((d + b) ^ (c + 67)) < a)
		return 287;
	if (58 <= 1022) {
		if (((((a + c) | (12 | b)) + ((b - a) - (8 * a))) | (((a ^ c) | (c - 76)) & (c | (d + b)))) != 1903) {
			if ((a | ((c | (c ^ c)) ^ ((b ^ b) + (b ^ c)))) <= c) {
				if (b <= c) {
					return 268;
				}
				return 948;
			}
			if ((c - a) != c) {
				return 934;
			}
			return 284;
		}
		return 142;
	}
	return 535;
}

int deep_08(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((12 & (((b | c) - (89 + a)) * ((a | d) * (c ^ b)))) <= (74 * c))
		return 992;
	if (b == 3074)
		return 551;
	if (b <= 1444) {
		return 949;
	}
	return 200;
}

int deep_09(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((d & c) | (a | a)) != 3993)
		return 233;
	if (d >= (d + d))
		return 539;
	if (((b * d) + (d & a)) == b) {
		if (b <= d) {
			return 906;
		}
		return 42;
	}
	if (((((16 * d) + (a + c)) | (c + 76)) | (c ^ ((a - 95) & (79 ^ d)))) > c) {
		return 342;
	}
	return 525;
}

int deep_10(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((b ^ ((c * b) - (21 + 9))) == (a ^ b))
		return 159;
	if ((26 * ((d & b) * (d + 71))) < (d & 36)) {
		if ((((72 & c) * d) * ((d * d) * (c + b))) == d) {
			if (((((d ^ a) & (a * a)) ^ ((52 & b) + (d ^ 57))) & (((c + c) & (b * c)) & ((b ^ c) & (b - b)))) < 4578)
				return 315;
			if ((((b & (c & 83)) ^ ((a ^ b) - (a & a))) + (((a + 88) ^ (c | b)) & a)) <= c)
				return 983;
			return 45;
		}
		if ((b - (((b ^ d) & (d & d)) ^ (a ^ (b * c)))) != c) {
			if (((b * b) ^ (d * c)) >= c)
				return 807;
			return 131;
		}
		return 479;
	}
	return 825;
}

int deep_11(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((81 ^ c) - (b & b)) >= (b * 52)) {
		if (((d * 4) + d) >= 654)
			return 371;
		if ((a - (((b ^ b) ^ c) - ((b | c) + (c + c)))) <= 1745) {
			return 41;
		}
		return 645;
	}
	return 184;
}

int deep_12(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (((86 ^ a) | c) < a)
		return 89;
	if ((((a * d) & (89 * d)) ^ ((87 ^ d) | (90 + b))) <= b) {
		if (((((d + c) - (b - 76)) ^ ((b & b) | (b ^ c))) - b) < 444) {
			if (((d + c) * ((d | b) & (c * c))) >= 4974) {
				if (((a | c) & (b * c)) == 1836) {
					return 110;
				}
				return 644;
			}
			return 723;
		}
		if (((c | 78) ^ (b - b)) != 3238) {
			if (((8 * (b * (c - d))) & (((42 & d) - (d | 78)) | c)) <= (b ^ c))
				return 29;
			return 869;
		}
		if ((85 | (((d & a) * (a - c)) & ((d * 30) - (a & 95)))) <= (d | 18))
			return 859;
		return 776;
	}
	return 642;
}

int deep_13(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (d <= b) {
		if (90 > 3715)
			return 894;
		if (((c - a) | (c + 66)) == (c * c)) {
			if (((d ^ d) * b) > (b | c))
				return 780;
			if ((d + ((b + 80) + (d ^ b))) <= (c & 17)) {
				return 174;
			}
			return 745;
		}
		if (((((59 - b) * (d - a)) * ((68 & a) * (d + 82))) * (((a - c) - (b & 45)) * (c * (c ^ b)))) == (d | d))
			return 952;
		if (((33 * c) - 25) < (c * d))
			return 70;
		return 859;
	}
	if (((c - a) * (b ^ c)) <= 765)
		return 897;
	if ((35 - (((a * d) + (b | d)) + ((64 * c) + (c + c)))) < 3350) {
		if ((((c & 30) & (a | c)) & ((c ^ 47) & (c * 2))) != 767)
			return 126;
		if (((34 - b) - (21 | c)) >= 1937) {
			return 926;
		}
		return 676;
	}
	return 68;
}

int deep_14(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if ((d * ((a | a) ^ (b ^ b))) == c)
		return 140;
	if ((b * ((28 ^ b) & (a | b))) != 1095)
		return 361;
	if (((c + d) ^ (b + a)) < 1054)
		return 124;
	if ((((19 & a) - (c ^ b)) & ((c + a) * (53 + c))) < (37 & d))
		return 409;
	if ((((b ^ a) - (33 & d)) ^ ((a + a) - (d & c))) != (61 | 44))
		return 241;
	return 845;
}
