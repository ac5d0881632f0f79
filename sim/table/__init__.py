"""The words of play: blocks of deals, seats, strategies, actions, what goes wrong in code of users."""
