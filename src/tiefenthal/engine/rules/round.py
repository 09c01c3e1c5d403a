"""The sequence of play, as a list one can read. Here, and only here, the base chapters and the modules meet."""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import GIVES_ENTERTAINER
from tiefenthal.engine.rules import flow as names
from tiefenthal.engine.rules.arrival import Arrival
from tiefenthal.engine.rules.closing import Closing
from tiefenthal.engine.rules.dice import ServeWithDice
from tiefenthal.engine.rules.draft import Draft
from tiefenthal.engine.rules.evening import Evening, TakeChoice
from tiefenthal.engine.rules.flow import Effect, Flow, Option, Points, Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.market import BuyCards, RecruitGuests, RecruitNobles, UpgradeAreas
from tiefenthal.engine.rules.modules import guest_book, reputation, schnapps, start_cards
from tiefenthal.engine.rules.planning import PlanDice, Planning
from tiefenthal.engine.rules.play import advance
from tiefenthal.engine.rules.rewards import Bonus, MonasterySteps, ServiceDenied
from tiefenthal.engine.rules.servers import Servers
from tiefenthal.engine.rules.serving import CreditBarbacks, EndServing, FinishServing, SendCounterGuests, Serving
from tiefenthal.engine.rules.setup import StartingDecks, new_state
from tiefenthal.engine.rules.state import Event, Setup, State
from tiefenthal.engine.rules.version import RULES_VERSION, known_version


def steps_of(modules: int) -> list[Step]:
    """The steps in the order of play. The first one sets up; the others are a round."""
    steps: list[Step] = [start_cards.StartCards() if modules >= 4 else StartingDecks()]
    steps += [Evening(), Arrival(), Servers(), Draft(), Planning(), Serving()]
    if modules >= 2:
        steps.append(schnapps.Juggling())
    steps.append(Closing())
    return steps


def planning_of(modules: int) -> list[Option]:
    """What can be done in planning."""
    options: list[Option] = [PlanDice()]
    if modules >= 2:
        options.append(schnapps.TurnDice())
    return options


def serving_of(modules: int) -> list[Option]:
    """What can be done in serving."""
    options: list[Option] = [ServeWithDice(), BuyCards(), UpgradeAreas(), RecruitGuests(), RecruitNobles()]
    options.append(SendCounterGuests())
    if modules >= 2:
        options.append(schnapps.Entertain())
    if modules >= 3:
        options.append(reputation.BardsSing())
    options.append(EndServing())
    return options


def points_of(modules: int) -> Points:
    """What the modules add at the named points."""
    points = Points()
    if modules >= 2:
        points.board_laid_out.append(schnapps.lay_out)
        points.moon_moved.append(schnapps.moon_passes)
        points.track_spaces[GIVES_ENTERTAINER] = schnapps.EntertainerArrives()
        points.serving_ends.append(schnapps.keep_four)
        points.end_points.append(schnapps.schnapps_points)
    if modules >= 3:
        points.board_laid_out.append(reputation.lay_out)
        points.serving_begins.append(reputation.count_plan)
        points.move_check = reputation.Recount()
        points.serving_ends.append(reputation.close_the_count)
        points.end_points.append(reputation.reputation_points)
    if modules >= 5:
        points.board_laid_out.append(guest_book.lay_out)
        points.guest_opened.append(guest_book.sign_open_guest)
        points.guest_recruited.append(guest_book.take_signature)
        points.gained_free.append(guest_book.return_signature)
    return points


def effects() -> list[Effect]:
    """Everything that can lie on the stack of tasks, by its number."""
    table: dict[int, Effect] = {
        names.BONUS: Bonus(),
        names.MONASTERY_STEPS: MonasterySteps(),
        names.SERVICE_DENIED: ServiceDenied(),
        names.TAKE_CHOICE: TakeChoice(),
        names.CREDIT_BARBACKS: CreditBarbacks(),
        names.FINISH_SERVING: FinishServing(),
        names.REPUTATION_STEPS: reputation.ReputationSteps(),
        names.TOAST: reputation.Toast(),
        names.SIGNATURE: guest_book.Signature(),
        names.CHOOSE_COLUMN: guest_book.ChooseColumn(),
        names.ROW_NOBLE: guest_book.RowNoble(),
        names.START_ITEM: start_cards.StartItem(),
        names.DISMISS_REGULARS: start_cards.DismissRegulars(),
        names.DECK_SHUFFLE: start_cards.DeckShuffle(),
    }
    return [table[number] for number in range(names.EFFECT_COUNT)]


_FLOWS: list[Flow] = []
_SETUPS: dict[tuple[int, int, int, int], Setup] = {}  # nothing in them changes, so that games share them
MOST_SETUPS: Final = 64


def flow_of(modules: int) -> Flow:
    """The sequence of play with modules 1 to n."""
    if not _FLOWS:
        for n in range(1, 6):
            _FLOWS.append(Flow(steps_of(n), 1, effects(), planning_of(n), serving_of(n), points_of(n)))
    return _FLOWS[modules - 1]


def make_setup(players: int, modules: int, edition: Edition, rules: int = RULES_VERSION) -> Setup:
    """Agree on a game (S-1), new or by the version of the rules it began with."""
    if not 2 <= players <= 4:
        raise ValueError(f"the game is for 2 to 4 players, not {players}")
    if not 1 <= modules <= 5:
        raise ValueError(f"there are modules 1 to 5, not {modules}")
    key = players, modules, rules, id(edition)
    setup = _SETUPS.get(key)
    if setup is None:
        if len(_SETUPS) >= MOST_SETUPS:
            _SETUPS.clear()
        setup = Setup(players, modules, edition, flow_of(modules), known_version(rules))
        _SETUPS[key] = setup
    return setup


def begin(setup: Setup, luck: Luck, events: list[Event] | None = None) -> State:
    """A new game, up to the first decision. `events` listens to what happens."""
    s = new_state(setup, luck)
    s.events = events
    advance(s, luck)
    return s
