"""Instants of new moons and of the sun's principal terms, from JPL's ephemeris DE405 and the IAU 2006 ecliptic."""

import de405
import erfa
import numpy as np
from jplephem.ephem import Ephemeris

J2000 = 2451545.0
UNIX_EPOCH = 2440587.5
SYNODIC_MONTH = 29.530588861
TROPICAL_YEAR = 365.24219
LIGHT_DAY = 299792.458 * 86400.0

_ephemeris = Ephemeris(de405)
# The moon's share of the mass of earth and moon together.
_moon_share = 1.0 / (1.0 + _ephemeris.EMRAT)


def _earth(time):
    return _ephemeris.position("earthmoon", time) - _ephemeris.position("moon", time) * _moon_share


def _longitude(vector, time):
    """The ecliptic longitude of date, in radians, by the mean equinox."""
    x, y, _ = erfa.ecm06(J2000, time - J2000) @ vector
    return np.arctan2(y, x)


def _seen(vector_at, time):
    """Where a body is seen from the moving earth: where both stood when the light left (planetary aberration)."""
    time = np.float64(time)
    delay = np.linalg.norm(vector_at(time)) / LIGHT_DAY
    return _longitude(vector_at(time - delay).ravel(), time)


def sun(time):
    """The sun's apparent longitude by the true equinox; `time` is a Julian date of dynamical time."""
    nutation, _ = erfa.nut06a(J2000, time - J2000)
    return _seen(lambda t: _ephemeris.position("sun", t) - _earth(t), time) + nutation


def moon_from_sun(time):
    """The moon's apparent longitude less the sun's."""
    moon = _seen(lambda t: _ephemeris.position("moon", t), time)
    return moon + erfa.nut06a(J2000, time - J2000)[0] - sun(time)


def _wrapped(angle):
    return (angle + np.pi) % (2 * np.pi) - np.pi


def _root(angle_at, wanted, time, period):
    """The time near `time` at which a steadily growing angle has the wanted value."""
    for _ in range(30):
        error = _wrapped(angle_at(time) - wanted)
        time -= error / (2 * np.pi) * period
        if abs(error) < 1e-9:
            return time
    raise ArithmeticError(f"no root near {time}")


def new_moons(first_year, last_year):
    """All new moons from before the first year to after the last, in dynamical time."""
    time = J2000 + (first_year - 2000) * TROPICAL_YEAR - 3 * SYNODIC_MONTH
    moons = [_root(moon_from_sun, 0.0, time, SYNODIC_MONTH)]
    while moons[-1] < J2000 + (last_year + 1 - 2000) * TROPICAL_YEAR + 3 * SYNODIC_MONTH:
        moons.append(_root(moon_from_sun, 0.0, moons[-1] + SYNODIC_MONTH, SYNODIC_MONTH))
    return moons


def principal_terms(first_year, last_year):
    """(number, time) of the terms at every 30 degrees; number 11 is the winter solstice, 270 degrees."""
    # At the year's beginning the sun stands near 280 degrees.
    start = J2000 + (first_year - 2000) * TROPICAL_YEAR - 1.2 * TROPICAL_YEAR
    terms = []
    number = round((float(sun(start)) % (2 * np.pi)) / (np.pi / 6)) + 1
    time = start
    while time < J2000 + (last_year + 1 - 2000) * TROPICAL_YEAR + 120:
        degree = number % 12
        time = _root(sun, degree * np.pi / 6, time + 0.9 * TROPICAL_YEAR / 12, TROPICAL_YEAR)
        terms.append(((degree + 2 - 1) % 12 + 1, time))
        number += 1
    return terms


def delta_t(time):
    """Dynamical time less civil time in seconds, from 1899 on.

    Until 2017 the polynomials of Espenak and Meeus for UT. From then on UTC without a further leap second, as it has
    been ever since, and as the metre convention's conference of 2022 wants it to stay from 2035 on.
    """
    y = 2000 + (time - J2000) / 365.25
    if y < 1900:
        return np.polyval([1 / 233174, -0.0004473624, 0.01680668, -0.251754, 0.5737, 7.62], y - 1860)
    if y < 1920:
        return np.polyval([-0.000197, 0.0061966, -0.0598939, 1.494119, -2.79], y - 1900)
    if y < 1941:
        return np.polyval([0.0020936, -0.076100, 0.84493, 21.20], y - 1920)
    if y < 1961:
        return np.polyval([1 / 2547, -1 / 233, 0.407, 29.07], y - 1950)
    if y < 1986:
        return np.polyval([-1 / 718, -1 / 260, 1.067, 45.45], y - 1975)
    if y < 2005:
        return np.polyval([0.00002373599, 0.000651814, 0.0017275, -0.060374, 0.3345, 63.86], y - 2000)
    if y < 2017:
        return np.polyval([0.005589, 0.32217, 62.92], y - 2000)
    return 32.184 + 37
