"""Streams: reference outputs, and states that never meet (`kernels/stream.py`)."""

from itertools import islice

import numpy as np
import pytest
from dealing_reference import xoshiro_words
from scipy import stats

from meldlab.kernels.cards.stream import Stream, fresh_seed, lane_states, next_word, splitmix64

MANY = 10_000
GOLDEN = 0x9E3779B97F4A7C15

# Published outputs of the authors' C programs for the state 1, 2, 3, 4 and the seed 1234567.
XOSHIRO = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]

# Word by word for two lanes; a change here changes the cards of every seed ever printed.
KNOWN_STATE = [
    15512932958999331783,
    6267560244969586319,
    3668864997290573060,
    9667397903200533738,
    9084558633616843574,
    10706025045618736818,
    15918479416113007613,
    15013989659348937581,
]


@pytest.mark.coverage
def test_xoshiro256_plus_plus_gives_its_published_outputs():
    state = tuple(np.uint64(word) for word in (1, 2, 3, 4))
    outputs = []
    with np.errstate(over="ignore"):
        for _ in XOSHIRO:
            output, *state = next_word(*state)
            outputs.append(int(output))
            state = [np.uint64(word) for word in state]
    assert outputs == XOSHIRO
    assert list(islice(xoshiro_words([1, 2, 3, 4]), len(XOSHIRO))) == XOSHIRO


@pytest.mark.coverage
def test_splitmix64_gives_its_published_outputs():
    counters = np.array([(1234567 + (k + 1) * GOLDEN) % 2**64 for k in range(len(SPLITMIX))], np.uint64)
    assert splitmix64(counters).tolist() == SPLITMIX


@pytest.mark.coverage
def test_a_lane_is_reached_without_those_before_it():
    whole = lane_states(7, Stream.PACKS, 3, 40)
    assert whole.shape == (4, 40)
    assert whole.dtype == np.uint64
    assert (lane_states(7, Stream.PACKS, 3, 5, first_lane=30) == whole[:, 30:35]).all()


def test_states_stay_the_same_for_ever():
    assert lane_states(1, Stream.HANDS, 0, 2).ravel().tolist() == KNOWN_STATE


def _states(seeds=(1,), streams=(1,), chunks=(0,), lanes=1):
    return np.concatenate(
        [lane_states(seed, stream, chunk, lanes) for seed in seeds for stream in streams for chunk in chunks], axis=1
    )


def _first_outputs(states, count):
    """Return uint64 (streams, count): the first outputs of each state, by numpy."""
    a, b, c, d = (word.copy() for word in states)
    outputs = np.empty((states.shape[1], count), np.uint64)

    def rotate(word, bits):
        return word << np.uint64(bits) | word >> np.uint64(64 - bits)

    for column in range(count):
        outputs[:, column] = rotate(a + d, 23) + a
        shifted = b << np.uint64(17)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotate(d, 45)
    return outputs


FAMILIES = {
    "seeds": lambda: _states(seeds=range(MANY)),
    "large seeds": lambda: _states(seeds=[(k + 1) << 96 for k in range(MANY)]),
    "stream numbers": lambda: _states(streams=range(MANY)),
    "chunks": lambda: _states(chunks=range(MANY)),
    "lanes": lambda: _states(lanes=MANY),
    "a mixture": lambda: _states(range(10), range(10), range(10), 10),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_ten_thousand_of_a_kind_are_ten_thousand_streams(family):
    states = FAMILIES[family]()
    assert states.shape == (4, MANY)
    assert len(np.unique(states, axis=1).T) == MANY
    # No two streams share a word of their state or any of their first outputs, not even at different places.
    assert len(np.unique(states)) == 4 * MANY
    outputs = _first_outputs(states, 16)
    assert len(np.unique(outputs)) == outputs.size


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("shift", [0, 24, 32, 56])
def test_the_first_outputs_of_neighbouring_streams_are_uniform(family, place, shift):
    outputs = _first_outputs(FAMILIES[family](), place + 1)[:, place]
    octets = (outputs >> np.uint64(shift)) & np.uint64(255)
    assert stats.chisquare(np.bincount(octets.astype(np.int64), minlength=256)).pvalue > 1e-5


@pytest.mark.parametrize("family", FAMILIES)
def test_neighbouring_streams_differ_in_half_of_the_bits(family):
    outputs = _first_outputs(FAMILIES[family](), 1)[:, 0]
    differing = np.bitwise_count(outputs[1:] ^ outputs[:-1])
    # Each of the 64 bits differs with probability 1/2: standard deviation 4 for one pair.
    assert abs(differing.mean() - 32) < 5 * 4 / np.sqrt(len(differing))


@pytest.mark.parametrize(
    "arguments",
    [(-1, 1, 0, 1), (2**128, 1, 0, 1), (1, -1, 0, 1), (1, 2**32, 0, 1), (1, 1, -1, 1), (1, 1, 2**64, 1), (1, 1, 0, -1)],
)
def test_numbers_outside_their_range_are_refused(arguments):
    with pytest.raises(ValueError, match="must"):
        lane_states(*arguments)


def test_the_largest_seed_and_chunk_have_streams_of_their_own():
    ends = [lane_states(2**128 - 1, 1, 2**64 - 1, 1), lane_states(2**128 - 1, 1, 0, 1), lane_states(0, 1, 0, 1)]
    assert len(np.unique(np.concatenate(ends))) == 12


def test_a_fresh_seed_is_new_each_time_and_short_enough_to_print():
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**63 for seed in seeds)
