"""The search over whole turns: best first, from a plan of the dice to the end of the serving.

A line goes through stages, so that what can be done in any order is looked at in one order only:

1. the plan: where the dice go (all ways, the most promising first);
2. what only gives is taken at once: guests are served, bards sing (unless a song may cost points), dice on upgraded
   areas are used;
3. the other areas with dice: use them, or upgrade them first; a guest whose bonus may pay for that comes here too;
4. entertainers, counter guests, the guest of the round, nobles, songs that may cost points;
5. purchases: the best sets for the thalers left, as a knapsack;
6. the end, and the judge.

At every moment a line promises what `MoveOrdering.value` says; the most promising is continued first. Moments that are
the same (`key_of`) are continued once.
"""

import heapq
from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    FIRE,
    GIVES_MONASTERY,
    GIVES_THALERS,
    JUGGLER,
    STORAGE_AREA,
    bonus_what,
)
from tiefenthal.engine.rules.actions import (
    BACK_FROM,
    BARD_SINGS,
    COUNTER_GUEST,
    END_SERVING,
    ENTERTAIN_AREA,
    ENTERTAIN_BEER,
    ENTERTAIN_REMOVE,
    ENTERTAIN_THALERS,
    ENTERTAIN_UPGRADE,
    NOBLES,
    READY_NOW,
    RECRUIT,
    REMOVE,
    TURN_DIE,
    UPGRADE_AREA,
    USE_DIE,
    Action,
)
from tiefenthal.engine.rules.areas import AREA_OF_SPACE
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.market import guest_at, returnable, upgrade_price
from tiefenthal.engine.rules.modules.schnapps import TURNS, UPGRADES, cost
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.spaces import SPOT_OF, TRAY
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.search.effort import Deadline, Effort
from tiefenthal.players.bots.search.gains import plain_gain
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge, Turn
from tiefenthal.players.bots.search.ordering import MoveOrdering
from tiefenthal.players.bots.search.placements import (
    kind_of,
    next_move,
    planning_actions,
    spots_of,
    standing,
    unused_faces,
    ways_left,
)
from tiefenthal.players.bots.search.solo_turn import (
    Key,
    act,
    copy,
    ended,
    key_of,
    open_table,
    serve_now,
)
from tiefenthal.players.bots.ways import Layer, Ways

# Stages of a line. What belongs to an earlier stage is not done later.
PLAN: Final = 0
PRODUCE: Final = 1
FIRE_STAGE: Final = 2
COUNTER_STAGE: Final = 3
BEER_STAGE: Final = 4
RECRUIT_STAGE: Final = 5
NOBLES_STAGE: Final = 6
SONG_STAGE: Final = 7
THALERS_STAGE: Final = 8
FINISH: Final = 9

PAYING: Final = (GIVES_THALERS, GIVES_MONASTERY)  # bonuses of guests that may pay for an upgrade


class Node:
    """A moment of a line."""

    __slots__ = ("actions", "parent", "plan", "spots", "stage", "state", "turned")

    def __init__(self, parent: "Node | None", state: State, stage: int, actions: list[Action], plan: int) -> None:
        self.parent: Node | None = parent
        self.state: State = state
        self.stage: int = stage
        self.actions: list[Action] = actions
        """Since the parent. In stage PLAN and FINISH they have not been carried out yet."""
        self.plan: int = plan
        self.spots: list[int] = []
        self.turned: Action | None = None


class Search:
    """The search for the best turn of a seat, from one state."""

    def __init__(
        self, s: State, seat: int, effort: Effort, luck: Luck, heuristic: HeuristicValue, guest_deck: list[int]
    ) -> None:
        self.root: State = s
        self.guest_deck: list[int] = guest_deck
        self.seat: int = seat
        self.effort: Effort = effort
        self.luck: Luck = luck
        self.ordering: MoveOrdering = MoveOrdering(s, seat, heuristic)
        self.deadline: Deadline = Deadline(effort.seconds, effort.clock)
        self.last: bool = s.round == s.setup.edition.rounds
        self.heap: list[tuple[float, int, Node]] = []
        self.count: int = 0
        self.seen: set[Key] = set()
        self.ends: list[Node] = []
        self.by_plan: list[int] = []
        self.most: float = -1e9  # what the best end so far promised
        self.nodes: int = 0  # moments looked into
        self.late: bool = False  # the time was up amid questions
        self.left: Node | None = None  # one to go on from, should nothing come to an end

    def push(self, promise: float, node: Node) -> None:
        """Keep a node for later."""
        self.count += 1
        heapq.heappush(self.heap, (-promise, self.count, node))

    # --- the plan

    def begin(self) -> None:
        """Push where the search begins."""
        s = self.root
        p = s.players[self.seat]
        unused = False
        for place in p.places:
            if place >= TRAY:
                unused = True
        if s.tasks or not unused:
            state = copy(s, self.seat)
            done: list[Action] = []
            self.forced(state, done)
            self.by_plan.append(0)
            self.offer(Node(None, state, PRODUCE, done, 0))
            return
        ways = ways_left(s, p)
        faces = unused_faces(p)
        self.push_plans(ways, faces, None, 0.0)
        if phase_of(s) == PLANNING and p.entertainers[JUGGLER] == TURNS:
            price = cost(s, JUGGLER, TURNS)
            if p.schnapps >= price:
                self.push_turned(ways, faces, price * self.ordering.schnapps)
        if len(self.heap) > self.effort.plans:
            self.heap = heapq.nsmallest(self.effort.plans, self.heap)
            heapq.heapify(self.heap)
        if phase_of(s) == SERVING:
            as_it_lies = Node(None, s, PLAN, [], self.count)
            as_it_lies.spots = [(place + 1) * 7 + face for face, place in zip(p.faces, p.places) if place >= 0]
            self.push(self.ordering.value(s), as_it_lies)
        self.by_plan = [0] * (self.count + 1)

    def push_turned(self, ways: Ways, faces: list[int], cost: float) -> None:
        """Plans with one die turned by the juggler."""
        targets = ways.targets()
        before = 0
        for face in faces:
            if face == before:
                continue
            before = face
            if self.deadline.passed():
                return
            for to in targets:
                if to != face:
                    turned = faces[:]
                    turned.remove(face)
                    turned.append(to)
                    turned.sort()
                    self.push_plans(ways, turned, TURN_DIE[face - 1][to - 1], cost)

    def push_plans(self, ways: Ways, faces: list[int], turned: Action | None, cost: float) -> None:
        """The best plans of these dice, each kind of yield once."""
        s = self.root
        p = s.players[self.seat]
        layers: list[Layer] = ways.layers(faces)
        rated: dict[int, float] = {}
        chosen: dict[int, int] = {}
        ordering = self.ordering
        for way in layers[-1]:
            gives = kind_of(way)
            if gives not in rated:
                rated[gives] = ordering.rate(s, p, way)
                chosen[gives] = way
        best = heapq.nlargest(self.effort.plans, rated, key=rated.__getitem__)
        for gives in best:
            spots = spots_of(layers, faces, chosen[gives])
            node = Node(None, s, PLAN, [], self.count)
            node.spots = spots
            node.turned = turned
            self.push(rated[gives] - cost, node)

    def lay_out(self, node: Node) -> Node | None:
        """Carry out a plan and serve up to the first choice; None if the dice cannot get there."""
        seat = self.seat
        s = copy(self.root, seat)
        done: list[Action] = []
        if phase_of(s) == PLANNING:
            p = s.players[seat]
            if node.turned is not None:
                face = node.turned.a
                if TRAY not in [place for other, place in zip(p.faces, p.places) if other == face]:
                    for other, place in zip(p.faces, p.places):
                        if other == face and place >= 0:
                            self._do(s, back_of(place, face), done)
                            break
                self._do(s, node.turned, done)
            for action in planning_actions(p, node.spots):
                self._do(s, action, done)
            done.append(READY_NOW)
            serve_now(s, seat, self.luck)
        else:
            for _ in range(12):
                move = next_move(s, seat, node.spots)
                if move is None:
                    break
                self._do(s, move, done)
                if s.tasks:
                    break
            if not s.tasks and not standing(s.players[seat], node.spots):
                return None
        self.forced(s, done)
        return Node(None, s, PRODUCE, done, node.plan)

    def _do(self, s: State, action: Action, done: list[Action]) -> None:
        act(s, self.seat, action, self.luck)
        done.append(action)

    def forced(self, s: State, done: list[Action]) -> None:
        """Do everything that never pays to put off, up to the next choice."""
        seat = self.seat
        while not s.tasks and s.waiting:
            action = plain_gain(s, s.players[seat], self.last)
            if action is None:
                return
            act(s, seat, action, self.luck)
            done.append(action)

    # --- choices

    def expand(self, node: Node, promise: float) -> None:
        """Push whatever can be done next."""
        s = node.state
        if ended(s):
            self.finish(node, promise)
            return
        p = s.players[self.seat]
        stage = node.stage
        if stage == PRODUCE:
            if self.produce(node, s, p):
                return
            stage = FIRE_STAGE
        legal = legal_actions(s, self.seat, False)
        if stage <= FIRE_STAGE:
            self.fire(node, s, p, legal)
        if stage <= COUNTER_STAGE:
            self.each(node, legal, COUNTER_GUEST, COUNTER_STAGE)
        if stage <= BEER_STAGE and ENTERTAIN_BEER in legal:
            self.child(node, ENTERTAIN_BEER, BEER_STAGE)
        if stage <= RECRUIT_STAGE:
            self.each(node, legal, RECRUIT, NOBLES_STAGE)
        if stage <= NOBLES_STAGE:
            self.each(node, legal, NOBLES, NOBLES_STAGE)
        if stage <= SONG_STAGE:
            self.each(node, legal, BARD_SINGS, SONG_STAGE)
        if stage <= THALERS_STAGE and ENTERTAIN_THALERS in legal:
            self.child(node, ENTERTAIN_THALERS, THALERS_STAGE)
        self.purchases(node, s, p, promise)

    def each(self, node: Node, legal: list[Action], kind: int, stage: int) -> None:
        """The moments after all legal actions of a kind."""
        for action in legal:
            if action.kind == kind:
                self.child(node, action, stage)

    def answers(self, s: State) -> list[Action]:
        """The answers to a question; of guests of one kind only one need go."""
        found: list[Action] = []
        gone: list[int] = []
        seated = s.players[self.seat].seated
        for action in legal_actions(s, self.seat):
            if action.kind == REMOVE:
                if seated[action.a] in gone:
                    continue
                gone.append(seated[action.a])
            found.append(action)
        return found

    def produce(self, node: Node, s: State, p: Player) -> bool:
        """Dice on areas not upgraded yet: use them, or upgrade first. False when there are none."""
        spots: list[int] = []
        areas = 0
        for i, place in enumerate(p.places):
            if place >= 0:
                spot = SPOT_OF[(place + 1) * 7 + p.faces[i]]
                if not areas >> AREA_OF_SPACE[place] & 1:
                    spots.append(spot)
                areas |= 1 << AREA_OF_SPACE[place]
        if not spots:
            return False
        for spot in spots:
            self.child(node, USE_DIE[spot], PRODUCE)
        missing = False
        for area in range(AREA_COUNT):
            if areas >> area & 1:
                most = returnable(s, p, area)
                if upgrade_price(s, area, 0) > p.thalers:
                    missing = True
                for count in range(most + 1):
                    price = upgrade_price(s, area, count)
                    if price <= p.thalers:
                        self.child(node, UPGRADE_AREA[area][count], PRODUCE)
                        if price == 0:
                            break
        if not missing and p.entertainers[FIRE] != UPGRADES:
            return True
        legal = legal_actions(s, self.seat, False)
        for action in legal:
            if action.kind == ENTERTAIN_UPGRADE and areas >> action.a & 1:
                self.child(node, action, PRODUCE)
        if missing:
            if ENTERTAIN_THALERS in legal:
                self.child(node, ENTERTAIN_THALERS, PRODUCE)
            bonus = s.setup.edition.bonus
            for action in legal:
                if action.kind == RECRUIT and bonus_what(bonus[guest_at(s, action.a)]) in PAYING:
                    self.child(node, action, PRODUCE)
        return True

    def fire(self, node: Node, s: State, p: Player, legal: list[Action]) -> None:
        """The fire entertainer: an area for nothing, or a guest leaves."""
        if p.entertainers[FIRE] == UPGRADES:
            gains = [(self.ordering.areas[action.a], action.a) for action in legal if action.kind == ENTERTAIN_UPGRADE]
            gains.sort(reverse=True)
            dear = [(upgrade_price(s, area, 0), area) for _, area in gains]
            areas = [area for _, area in gains[:2]]
            if dear:
                area = max(dear)[1]
                if area not in areas:
                    areas.append(area)
            for area in areas:
                self.child(node, ENTERTAIN_AREA[area], FIRE_STAGE)
        else:
            gone: list[int] = []
            for action in legal:
                if action.kind == ENTERTAIN_REMOVE and p.seated[action.a] not in gone:
                    gone.append(p.seated[action.a])
                    self.child(node, action, FIRE_STAGE)

    def child(self, node: Node, action: Action, stage: int) -> None:
        """The moment after an action, if it is a new one."""
        s = copy(node.state, self.seat)
        done = [action]
        act(s, self.seat, action, self.luck)
        self.forced(s, done)
        key = (stage, node.plan if s.waiting else -1, *key_of(s, self.seat))
        if key in self.seen:
            return
        self.seen.add(key)
        self.offer(Node(node, s, stage, done, node.plan))

    def offer(self, node: Node) -> None:
        """Keep a moment for later. A question is answered at once, in every way: what follows from the answer, such as
        the signature after a guest's bonus, the ordering does not see before."""
        s = node.state
        if s.tasks:
            self.nodes += 1
            self.late = self.late or self.deadline.passed()
            if self.nodes <= self.effort.nodes and not self.late:
                for action in self.answers(s):
                    self.child(node, action, node.stage)
            else:
                self.left = self.left or node
            return
        promise = self.ordering.value(s)
        if promise > self.most - self.effort.margin:
            self.push(promise, node)

    # --- the end

    def purchases(self, node: Node, s: State, p: Player, promise: float) -> None:
        """The best sets of purchases, each an end of the line."""
        ordering = self.ordering
        knapsack = ordering.knapsack(s, p)
        kept = ordering.kept_beer * min(p.beer, store(s, self.seat, STORAGE_AREA))
        rest = promise - ordering.both(knapsack, p.thalers, p.beer, p.recruited) + kept
        for worth, actions in knapsack.sets(p.thalers, self.effort.sets):
            last = Node(node, s, FINISH, [*actions, END_SERVING], node.plan)
            self.push(rest + worth, last)

    def finish(self, node: Node, promise: float) -> None:
        """A line has come to its end."""
        if promise > self.most:
            self.most = promise
        node.state.guest_deck = self.guest_deck
        self.ends.append(node)
        self.by_plan[node.plan] += 1

    def end(self, node: Node, promise: float) -> None:
        """Carry out the purchases and end the serving, unless this plan has had its share of ends."""
        if self.by_plan[node.plan] * 2 > self.effort.ends:
            return
        s = copy(node.state, self.seat)
        for action in node.actions:
            act(s, self.seat, action, self.luck)
        if not ended(s):
            return
        key = (FINISH, -1, *key_of(s, self.seat))
        if key in self.seen:
            return
        self.seen.add(key)
        node.state = s
        self.finish(node, promise)

    def run(self) -> None:
        """Search until enough ends are found, nothing promising is left, or the time is up. There is always an end."""
        self.begin()
        while self.heap and len(self.ends) < self.effort.ends:
            promise, _, node = heapq.heappop(self.heap)
            promise = -promise
            if node.stage != PLAN and promise < self.most - self.effort.margin:
                break
            if self.deadline.passed() and (self.ends or self.hurry(node)):
                return
            if node.stage == PLAN:
                laid = self.lay_out(node)
                if laid is not None:
                    self.offer(laid)
            elif node.stage == FINISH:
                self.end(node, promise)
                self.left = self.left or node
            else:
                self.nodes += 1
                if self.nodes <= self.effort.nodes:
                    self.expand(node, promise)
                else:
                    self.left = self.left or node
        if not self.ends and self.left is not None:
            self.hurry(self.left)

    def hurry(self, node: Node) -> bool:
        """No more time or effort, and no end found: bring this line to an end, whatever it is."""
        if node.stage == PLAN:
            laid = self.lay_out(node)
            if laid is None:
                return False
            node = laid
        if node.stage == FINISH:
            self.end(node, 0.0)
        if not self.ends:
            s = copy(node.state, self.seat)
            done: list[Action] = []
            while not ended(s):
                self.forced(s, done)
                action = self.answers(s)[0] if s.tasks else END_SERVING
                self._do(s, action, done)
            line = Node(node if node.stage != FINISH else node.parent, s, FINISH, done, node.plan)
            self.finish(line, 0.0)
        return True

    def turns(self, judge: Judge) -> list[Turn]:
        """What was found, judged, the best first."""
        states = [node.state for node in self.ends]
        if not states:
            return []
        worths = judge.judge(states, self.seat)
        order = sorted(range(len(states)), key=worths.__getitem__, reverse=True)
        return [Turn(line_of(self.ends[i]), states[i], worths[i]) for i in order]


def back_of(place: int, face: int) -> Action:
    """The action that takes a die back."""
    return BACK_FROM[SPOT_OF[(place + 1) * 7 + face]]


def line_of(node: Node) -> list[Action]:
    """All actions that lead to a node."""
    parts: list[list[Action]] = []
    at: Node | None = node
    while at is not None:
        parts.append(at.actions)
        at = at.parent
    parts.reverse()
    return [action for part in parts for action in part]


def best_turns(
    state: State, seat: int, judge: Judge, effort: Effort, luck: Luck, heuristic: HeuristicValue | None = None
) -> list[Turn]:
    """The best turns of a seat, the best first, from planning or from any moment of its serving, a question on the
    stack included; there is always one. `heuristic` guides the search (default: the planner's); the judge alone orders
    what it finds."""
    s = open_table(state, seat)
    phase = phase_of(s)
    if not (phase == PLANNING and s.waiting >> seat & 1) and not (phase == SERVING and s.turn == seat):
        raise ValueError(f"seat {seat + 1} is neither planning nor serving")
    guests = sorted(state.guest_deck)
    search = Search(s, seat, effort, luck, heuristic if heuristic is not None else HeuristicValue(s.setup), guests)
    search.run()
    return search.turns(judge)
