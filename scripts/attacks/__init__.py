"""The attacks of `make attack`, one module each. Another one is added by writing its module and naming it here."""

from scripts.attacks.base import Attack
from scripts.attacks.bot_tables import BotTables
from scripts.attacks.checks import HeldChecker
from scripts.attacks.clock import ClockAhead
from scripts.attacks.connections import Floods, FullHouse, IdleConnections
from scripts.attacks.crowding import CrowdingOut
from scripts.attacks.databases import DailySeed, ForgedNews, SilentThinker
from scripts.attacks.future import PeekAndRewind
from scripts.attacks.headers import HeadersWithoutEnd, SlowRequests
from scripts.attacks.length import LongGame, LongLog
from scripts.attacks.requests import FloodOfRequests
from scripts.attacks.stores import DamagedStores
from scripts.attacks.tables import FloodOfTables
from scripts.attacks.unlisted import UnlistedTables
from scripts.attacks.upgrade import Upgrade

ATTACKS: tuple[type[Attack], ...] = (
    HeadersWithoutEnd,
    SlowRequests,
    IdleConnections,
    FullHouse,
    Floods,
    FloodOfRequests,
    PeekAndRewind,
    CrowdingOut,
    LongGame,
    LongLog,
    BotTables,
    HeldChecker,
    FloodOfTables,
    UnlistedTables,
    ClockAhead,
    DailySeed,
    SilentThinker,
    ForgedNews,
    DamagedStores,
    Upgrade,
)
