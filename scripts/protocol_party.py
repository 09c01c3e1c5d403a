"""A table and the people at it, for `make games`: they play at random, and everything happens to them that happens to
real people."""

import asyncio
import contextlib
import hashlib
import random
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from harness.server import PATIENCE, Failure, Server, Shadow, insist
from tiefenthal import verify
from tiefenthal.client import Client, CommandRefused, Connection, ConnectionLost, RawUpdate, bot, by_link, here
from tiefenthal.engine.rules.actions import ACTIONS, parse_action
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.server.protocol.http import SeatPlan

BOTS = ("random", "greedy")
OVERTAKEN = {"stale", "illegal"}  # what a command may meet when somebody else was quicker
HURRY = 0.05  # pause before that


class Person:
    """Somebody at a seat (or a watcher), with the connection and the client it belongs to."""

    def __init__(self, client: Client, at: Connection[RawUpdate]) -> None:
        self.client = client
        self.at = at
        self.last: tuple[int, str] | None = None
        """The last command that was carried out."""

    @property
    def seat(self) -> int:
        """From 1; 0 for a watcher."""
        return self.at.seat or 0

    @property
    def handed(self) -> bool:
        """Whether a bot plays the seat."""
        return self.seat > 0 and self.at.table.seats[self.seat - 1].bot is not None

    @property
    def told(self) -> RawUpdate:
        """The latest update."""
        if self.at.update is None:
            raise Failure("the game runs, but no update has come")
        return self.at.update


class Party:
    """A table, the people at it, and what they do."""

    def __init__(self, server: Server, rng: random.Random, players: int, modules: int, tally: Counter[str]) -> None:
        self.server = server
        self.rng = rng
        self.players = players
        self.modules = modules
        self.tally = tally
        self.name = f"{players} players, modules {modules}"
        self.clients: list[Client] = []
        self.persons: list[Person] = []
        self.watcher: Person | None = None
        self.bots = False
        """Whether a bot plays, or has played, or there are several servers: then others decide while we do."""
        self.bot_seats: set[int] = set()
        self.shadow = Shadow("", self.name)
        self.seen_starts = server.starts

    # --- sitting down

    async def newcomer(self, name: str) -> Client:
        """Another session."""
        client = Client(self.server.url)
        self.clients.append(client)
        await insist(self.server, lambda: client.introduce(name), "introduce")
        return client

    async def sit_down(self) -> None:
        """Open a table and fill it: some at one client, some by link, some bots."""
        rng = self.rng
        kinds = ["here", *rng.choices(["here", "link", "bot"], [4, 4, 3], k=self.players - 1)]
        rng.shuffle(kinds)
        plans: list[SeatPlan] = []
        for seat, kind in enumerate(kinds, 1):
            plans.append({"here": here(f"P{seat}"), "link": by_link()}.get(kind) or bot(rng.choice(BOTS)))
        self.bots = "bot" in kinds or not self.server.alone
        self.bot_seats = {seat for seat, kind in enumerate(kinds, 1) if kind == "bot"}
        host = await self.newcomer("Host")
        table = await insist(
            self.server, lambda: host.new_table(plans, modules=self.modules, pace="instant"), "open a table"
        )
        self.shadow.table = table.id
        await self.bring(host, [seat for seat, kind in enumerate(kinds, 1) if kind == "here"])
        if "link" in kinds:
            join = await insist(self.server, lambda: host.link(table.id, "join"), "make a link")
            for _ in range(kinds.count("link")):
                guest = await self.newcomer("Guest")
                entered = await insist(self.server, lambda c=guest: c.enter(table.id, join.key), "join")  # type: ignore[misc]
                await self.bring(guest, [entered.seat or 0])
        if rng.random() < 0.5:
            watch = await insist(self.server, lambda: host.link(table.id, "watch"), "make a link to watch")
            watcher = await self.newcomer("Watcher")
            await insist(self.server, lambda: watcher.enter(table.id, watch.key, watch=True), "watch")
            self.watcher = Person(watcher, await self.connect(watcher, None))
        while any(person.at.update is None for person in self.everyone):
            try:
                for person in self.everyone:
                    await self.patient(person.at.until(lambda at=person.at: at.update is not None), "the game to begin")  # type: ignore[misc]
            except ConnectionLost:
                await self.recover()
        begun = await insist(self.server, lambda: host.table(table.id), "look")
        self.shadow.commitment = begun.commitment

    async def bring(self, client: Client, seats: Sequence[int]) -> None:
        """Connect a client's seats."""
        for seat in seats:
            self.persons.append(Person(client, await self.connect(client, seat)))

    async def connect(self, client: Client, seat: int | None) -> Connection[RawUpdate]:
        """A connection that is compared with all the others."""

        async def attempt() -> Connection[RawUpdate]:
            return await client.connect(self.shadow.table, seat, updates=RawUpdate)

        at = await insist(self.server, attempt, "connect")
        self.shadow.watch(at)
        return at

    @property
    def everyone(self) -> list[Person]:
        """All who are connected."""
        return self.persons if self.watcher is None else [*self.persons, self.watcher]

    async def patient(self, waiting: Coroutine[Any, Any, object], what: str) -> None:
        """Wait, but not forever."""
        try:
            async with asyncio.timeout(PATIENCE):
                await waiting
        except TimeoutError:
            asked = [person.told.decisions for person in self.persons if person.at.update is not None][:1]
            where = f"ply {self.shadow.ply}, asked {asked}"
            raise Failure(f"{self.name}: a dead end, waited in vain for {what} at {where}") from None

    # --- playing

    async def play(self) -> None:
        """To the end, whatever happens."""
        turns: list[tuple[float, Any]] = [
            (0.72, self.one_moves),
            (0.10, self.all_move),
            (0.05, self.send_nonsense),
            (0.04, self.undo),
            (0.02, self.ask_undo),
            (0.03, self.drop_lines),
            (0.015, self.hand_over),
            (0.005, self.other_device),
            (0.01, self.say),
            (0.01, self.second_socket),
        ]
        weights, doings = [weight for weight, _ in turns], [doing for _, doing in turns]
        while any(person.at.over is None for person in self.everyone):
            await asyncio.sleep(0)  # not every turn waits for something; others want theirs
            try:
                await self.settle(self.shadow.ply)
                if self.shadow.over is None:
                    await self.rng.choices(doings, weights)[0]()
                else:
                    await self.end()
            except ConnectionLost:
                await self.recover()
            except CommandRefused as refusal:
                if refusal.code not in self.server.later:
                    raise Failure(f"{self.name}: refused at ply {refusal.ply}: {refusal.code}: {refusal}") from None
                await asyncio.sleep(HURRY)
            if self.shadow.problems:
                raise Failure("\n".join(self.shadow.problems[:10]))

    async def end(self) -> None:
        """The game is over: everyone is told."""
        for person in self.everyone:
            await self.patient(person.at.until(lambda at=person.at: at.over is not None), "the end to be told")  # type: ignore[misc]

    async def settle(self, ply: int) -> None:
        """Everyone has been told of this ply."""
        for person in self.everyone:
            await self.patient(
                person.at.until(lambda at=person.at: at.ply >= ply),  # type: ignore[misc]
                f"seat {person.seat} to be told ply {ply}",
            )

    async def recover(self) -> None:
        """Everyone whose connection is down reconnects."""
        for person in self.everyone:
            if not person.at.open:
                left = person.at.ply
                await insist(self.server, person.at.reconnect, f"seat {person.seat} comes back")
                self.tally["reconnects"] += 1
                self.tally["found the same ply"] += person.at.ply == left

    def asked(self) -> list[Person]:
        """The persons the game waits for; now and then also those who could only take back their readiness."""
        able = [person for person in self.persons if person.told.legal and not person.handed]
        return [person for person in able if person.at.is_asked or self.rng.random() < 0.1]

    async def one_moves(self) -> None:
        """Somebody decides; if only bots can, wait for them."""
        asked = self.asked()
        if asked:
            await self.move(self.rng.choice(asked), alone=True)
        else:
            await self.others_turn()

    async def all_move(self) -> None:
        """Everyone who can decides in the same moment."""
        asked = self.asked()
        results = await asyncio.gather(*(self.move(person, alone=False) for person in asked), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result

    async def move(self, person: Person, alone: bool) -> None:
        """A random legal decision; alone, nothing can have come between."""
        if not person.told.legal:
            return  # somebody else has ended the phase since
        action, ply = self.rng.choice(person.told.legal).action, person.at.ply
        try:
            async with asyncio.timeout(PATIENCE):
                done = await person.at.play(action)
        except TimeoutError:
            raise Failure(f"{self.name}: no answer to {action!r} of seat {person.seat}") from None
        except ConnectionLost:
            self.shadow.unsure[person.seat, action] += 1
            raise
        except CommandRefused as refusal:
            if refusal.code in OVERTAKEN and (self.bots or not alone):
                return
            self.shadow.unsure[person.seat, action] += refusal.code == "disk"  # it may have been stored
            raise
        person.last = (ply, action)
        self.shadow.accepted[done] = (person.seat, action)
        self.tally["moves"] += 1
        self.tally["chosen ahead"] += person.seat in person.told.ahead

    async def others_turn(self) -> None:
        """Nobody of ours is asked: a bot must go on, or hand its seat back."""
        handed = [person for person in self.persons if person.handed]
        if handed and self.rng.random() < 0.3:
            await self.take_back(self.rng.choice(handed))
            return
        if await self.answer_open():
            return
        at, before = self.persons[0].at, self.persons[0].at.ply
        await self.patient(at.until(lambda: at.ply > before or at.over is not None), "a bot")

    async def answer_open(self) -> bool:
        """Bots wait while an undo is asked for: somebody answers a question that was left open, or it is withdrawn."""
        request = self.persons[0].at.table.undo
        able = [] if request is None else [*request.waiting, request.seat]
        for person in self.persons:
            if person.seat in able:  # whoever plays there
                with contextlib.suppress(CommandRefused):  # overtaken: answered or withdrawn since
                    await person.at.answer_undo(self.rng.random() < 0.5)
                self.tally["undo answered late"] += 1
                return True
        return False

    async def undo(self) -> None:
        """Take back what is free."""
        able = [person for person in self.persons if person.told.undo == "free" and not person.handed]
        if not able:
            return
        person = self.rng.choice(able)
        moves = person.told.move
        ahead = person.seat in person.told.ahead
        try:
            done = await person.at.undo()
        except ConnectionLost:
            self.shadow.unsure_seats.add(person.seat)
            raise
        except CommandRefused as refusal:
            if self.bots and refusal.code in {*OVERTAKEN, "undo", "consent", "not-playing"}:
                return
            raise
        if ahead:
            self.shadow.withdrawn[done] = person.seat
            self.tally["choices ahead taken back"] += 1
            return
        self.tally["undone"] += 1
        if not self.bots and person.at.open and person.told.move != moves - 1:
            raise Failure(f"{self.name}: an undo left {person.told.move} of {moves} decisions")

    async def ask_undo(self) -> None:
        """Ask to take back what has shown something; the others answer, or do not."""
        able = [person for person in self.persons if person.told.undo == "ask" and not person.handed]
        if not able:
            return
        person = self.rng.choice(able)
        before = person.at.ply
        tolerated = {*OVERTAKEN, "undo", "no-way-back", "nothing-asked", "not-playing"} if self.bots else set()
        try:
            done = await person.at.ask_undo()
            self.tally["undo asked"] += 1
            if done == before:
                done = await self.answer(person, before)
        except CommandRefused as refusal:
            if refusal.code in tolerated or (refusal.code == "undo" and person.at.table.undo is not None):
                return  # overtaken, or an earlier question is still open
            raise
        if done > before:
            self.tally["undo agreed"] += 1
            await self.settle(done)

    async def answer(self, asking: Person, ply: int) -> int:
        """What the others say; the ply after it."""
        for person in self.persons:
            await self.patient(
                person.at.until(lambda at=person.at: at.table.undo is not None or at.ply > ply),  # type: ignore[misc]
                "the question to arrive",
            )
        if self.rng.random() < 0.15:
            return ply  # nobody answers, and the game goes on
        request = asking.at.table.undo
        done = ply
        for person in self.persons:
            if request is not None and person.seat in request.waiting:
                yes = self.rng.random() < 0.8
                done = await person.at.answer_undo(yes)
                if not yes:
                    self.tally["undo refused"] += 1
                    break
        if done > ply and request is not None and not self.bots:
            await self.settle(done)
            if asking.told.move != request.move:
                raise Failure(f"{self.name}: rewound to {asking.told.move} decisions, not {request.move}")
        return done

    async def send_nonsense(self) -> None:
        """A command that must be refused, without effect."""
        person = self.rng.choice(self.persons)
        legal = {offer.action for offer in person.told.legal}
        kinds = ["illegal", "future", "nothing asked"]
        kinds += ["repeated"] if person.last is not None else []
        kinds += ["watching"] if self.watcher is not None else []
        kind = self.rng.choice(kinds)
        illegal = next(
            action.text for action in iter(lambda: self.rng.choice(ACTIONS), None) if action.text not in legal
        )
        sending: Coroutine[Any, Any, int]
        if kind == "illegal":
            expected, sending = {"illegal"}, person.at.play(illegal)
            if is_change(parse_action(illegal)):
                expected.add("too-many-changes")  # legal by the rules, but no longer offered this evening
        elif kind == "future":
            expected, sending = {"stale"}, person.at.play(illegal if not legal else min(legal), person.at.ply + 500)
        elif kind == "nothing asked":
            expected, sending = {"nothing-asked"}, person.at.answer_undo(True)
            if person.at.table.undo is not None:
                sending.close()
                return
        elif kind == "repeated" and person.last is not None:
            expected, sending = {"stale"}, person.at.play(person.last[1], person.last[0])
        else:
            assert self.watcher is not None
            expected, sending = {"not-your-seat"}, self.watcher.at.play(illegal)
        if self.bots:
            expected = {*expected, "stale", "illegal", "not-playing"}
        if person.handed:
            expected = {*expected, "not-your-seat"}
        before = self.shadow.ply
        try:
            done = await sending
        except CommandRefused as refusal:
            if refusal.code in self.server.later:
                raise
            if refusal.code not in expected:
                raise Failure(f"{self.name}: {kind} was refused as {refusal.code}: {refusal}") from None
            if not self.bots and (refusal.ply != before or self.shadow.ply != before):
                raise Failure(f"{self.name}: {kind} was refused, but the ply went {before} → {refusal.ply}") from None
            self.tally["refused"] += 1
        else:
            raise Failure(f"{self.name}: {kind} was accepted at ply {before} → {done}")

    async def drop_lines(self) -> None:
        """Some lose their connection, in the middle of a word or politely, and come back."""
        for person in self.rng.sample(self.everyone, self.rng.randint(1, len(self.everyone))):
            if self.rng.random() < 0.5:
                if self.rng.random() < 0.5 and person.told.legal and not person.handed:
                    action = self.rng.choice(person.told.legal).action
                    self.shadow.unsure[person.seat, action] += 1
                    frame = {"ply": person.at.ply, "action": action, "id": 1 << 40}
                    with contextlib.suppress(ConnectionLost):
                        await person.at.send(msgspec.json.encode(frame))
                person.at.abort()
                await person.at.close()
            else:
                await person.at.close()
            self.tally["dropped"] += 1
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.random() * 0.05)
        await self.recover()

    async def hand_over(self) -> None:
        """A bot plays somebody's seat for a while."""
        person = self.rng.choice(self.persons)
        if person.handed:
            await self.take_back(person)
            return
        self.bots = True
        self.bot_seats.add(person.seat)
        try:
            await person.at.hand_over(self.rng.choice(BOTS))
        except CommandRefused as refusal:
            if refusal.code != "not-playing":
                raise
            return
        await self.patient(person.at.until(lambda: person.handed or person.at.over is not None), "the bot to sit down")
        self.tally["handed over"] += 1

    async def take_back(self, person: Person) -> None:
        """Play oneself again."""
        await person.at.take_back()
        await self.patient(person.at.until(lambda: not person.handed), "the bot to get up")
        self.tally["taken back"] += 1

    async def other_device(self) -> None:
        """Somebody continues on another device, by the personal link."""
        person = self.rng.choice(self.persons)
        table = self.shadow.table
        link = await insist(self.server, lambda: person.client.link(table, "seat", person.seat), "make a personal link")
        device = await self.newcomer("Same person")
        entered = await insist(self.server, lambda: device.enter(table, link.key), "come back by the personal link")
        if entered.seat != person.seat:
            raise Failure(f"{self.name}: the personal link of seat {person.seat} led to {entered.seat}")
        await person.at.close()
        person.client, person.at = device, await self.connect(device, person.seat)
        self.tally["other devices"] += 1

    async def second_socket(self) -> None:
        """The same seat a second time, for a moment."""
        person = self.rng.choice(self.everyone)
        again = await self.connect(person.client, person.at.seat)
        await again.close()
        self.tally["second sockets"] += 1

    async def say(self) -> None:
        """Chat."""
        await self.rng.choice(self.persons).at.say(f"ply {self.shadow.ply}")
        self.tally["said"] += 1

    # --- afterwards

    async def check(self) -> None:
        """Everyone saw the same end, the record verifies, the seed is the promised one."""
        shadow, over = self.shadow, self.persons[0].at.over
        assert over is not None
        shadow.check([person.seat for person in self.persons if person.seat not in self.bot_seats])
        ending = over.ending
        promised = hashlib.sha256(ending.seed.encode()).hexdigest()
        if not promised == ending.commitment == shadow.commitment:
            raise Failure(f"{self.name}: the seed is not the one promised")
        client, table = self.persons[0].client, shadow.table
        text = await insist(self.server, lambda: client.record_text(table), "the record")
        verdict = verify(text)
        if not (verdict.over and verdict.follows_seed and verdict.scores == ending.scores):
            raise Failure(f"{self.name}: the record does not verify: {verdict}, told {ending.scores}")
        if f'"{ending.seed}"' not in text:
            raise Failure(f"{self.name}: the record has another seed")
        told = self.persons[0].told
        if verdict.decisions != told.move:
            raise Failure(f"{self.name}: the record has {verdict.decisions} decisions, the game {told.move}")
        last = await insist(self.server, lambda: client.replay_step(table, verdict.decisions), "the replay")
        if last.view != msgspec.json.decode(told.view):
            raise Failure(f"{self.name}: the replay ends with another view than the game")
        if self.server.starts > self.seen_starts:
            self.tally["games through restarts"] += 1

    async def close(self) -> None:
        """Hang up."""
        for client in self.clients:
            await client.close()
