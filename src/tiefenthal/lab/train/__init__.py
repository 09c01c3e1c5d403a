"""Training the value network of the neural bot by self-play: `tiefenthal train` (lab/training.md).

Worker processes play games with the network as it stands (numpy, no PyTorch); one learner (PyTorch) keeps a window of
what they played and improves the network on it by TD(λ). Everything a run needs to go on lies in its folder.
"""


class TrainingError(Exception):
    """A training run cannot begin or go on; the message says what is wrong and what to do."""
