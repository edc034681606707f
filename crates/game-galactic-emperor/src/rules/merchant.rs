//! Merchant: prices, harvest, trade, funding (GE-063 to GE-077, GE-181).

use astrarium_core::{Chance, Log, Number, Piece, Seat, cited};

use crate::action::Action;
use crate::data::PRICE_DICE;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Goods, Space, Spaces, Tech};
use crate::state::{Cause, Merchant, Phase, Roll, State, Trading};

#[cited]
impl State {
    pub(crate) fn merchant_actions(&self, merchant: &Merchant, seat: Seat, out: &mut Vec<Action>) {
        let player = &self.players[seat];
        match merchant.step {
            Trading::Prices => {
                let first = |i: &usize| !merchant.dice[..*i].contains(&merchant.dice[*i]); // GE-077
                out.extend((0..PRICE_DICE).filter(first).map(|i| Action::DiscardDie(Number(merchant.dice[i]))));
            }
            Trading::Collect => {
                out.extend((player.controls() & self.stock[0]).iter().map(Action::TakeFood)); // GE-067
                self.pirate_action(merchant, seat, out);
                out.push(Action::Next);
            }
            Trading::Trade => {
                let buy = Goods::all().filter(|&g| self.check_buy(merchant, seat, g).is_ok());
                out.extend(buy.map(Action::Buy));
                let sell = Goods::all().filter(|&g| self.check_sell(merchant, seat, g).is_ok());
                out.extend(sell.map(Action::Sell));
                self.pirate_action(merchant, seat, out);
                out.push(Action::Next);
            }
            Trading::Fund => {
                if merchant.food > 0 {
                    out.extend(self.fundable(seat).iter().map(Action::PutFood));
                }
                out.push(Action::Done);
            }
            Trading::PirateCollect | Trading::PirateTrade => {
                if self.has_room(seat, Goods::Metal) {
                    let rich = self.humans().filter(|&s| s != seat && self.players[s].metal > 0);
                    out.extend(rich.map(|s| Action::MetalFrom(self.colour(s))));
                }
                out.extend(self.foreign_food(seat).iter().map(Action::FoodFrom));
            }
        }
    }

    fn pirate_action(&self, merchant: &Merchant, seat: Seat, out: &mut Vec<Action>) {
        if self.check_pirate(merchant, seat).is_ok() {
            out.push(Action::Pirate);
        }
    }

    /// Own sectors that generate metal or energy and can hold one more food (GE-071, GE-072).
    pub(crate) fn fundable(&self, seat: Seat) -> Spaces {
        self.players[seat].controls() & self.map.producing & self.with_room()
    }

    fn foreign_food(&self, seat: Seat) -> Spaces {
        let others = self.controlled() - self.players[seat].controls();
        others & self.stock[0]
    }

    /// What the store holds of metal and of energy; it holds no food (GE-022).
    pub(crate) fn has_room(&self, seat: Seat, goods: Goods) -> bool {
        let (player, numbers) = (&self.players[seat], &self.data.numbers);
        match goods {
            Goods::Food => true,
            Goods::Metal => player.metal < numbers.store_metal,
            Goods::Energy => player.energy < numbers.store_energy,
        }
    }

    pub(crate) fn check_merchant(&self, merchant: &Merchant, seat: Seat, action: Action) -> Check {
        let step = merchant.step;
        let player = &self.players[seat];
        match action {
            Action::DiscardDie(Number(die)) if step == Trading::Prices => {
                require!(merchant.dice.contains(&die), Illegal::NoSuchDie(die)); // GE-064
            }
            Action::TakeFood(at) if step == Trading::Collect => {
                require!(player.controls().has(at), Illegal::NotYours(at)); // GE-066
                require!(self.stock[0].has(at), Illegal::NoFood(at)); // GE-067
            }
            Action::Buy(goods) if step == Trading::Trade => self.check_buy(merchant, seat, goods)?,
            Action::Sell(goods) if step == Trading::Trade => self.check_sell(merchant, seat, goods)?,
            Action::PutFood(at) if step == Trading::Fund => {
                require!(player.controls().has(at), Illegal::NotYours(at)); // GE-071
                require!(self.map.producing.has(at), Illegal::NotProducing(at)); // GE-071
                require!(self.with_room().has(at), Illegal::SectorFull(at)); // GE-072
                require!(merchant.food > 0, Illegal::NoFoodInHand); // GE-073
            }
            Action::Pirate if matches!(step, Trading::Collect | Trading::Trade) => self.check_pirate(merchant, seat)?,
            Action::MetalFrom(colour) if step.pirating() => {
                let victim = self.seat_of(colour).filter(|&s| s != seat && self.players[s].metal > 0);
                require!(victim.is_some(), Illegal::NothingToSteal); // GE-181
                require!(self.has_room(seat, Goods::Metal), Illegal::StoreFull(Goods::Metal)); // GE-181
            }
            Action::FoodFrom(at) if step.pirating() => {
                require!(self.foreign_food(seat).has(at), Illegal::NothingToSteal); // GE-181
            }
            Action::Next if matches!(step, Trading::Collect | Trading::Trade) => {}
            Action::Done if step == Trading::Fund => {}
            _ => return Err(Illegal::OtherPhase), // GE-074
        }
        Ok(())
    }

    fn check_buy(&self, merchant: &Merchant, seat: Seat, goods: Goods) -> Check {
        require!(!merchant.sold.has(goods), Illegal::OneWay(goods)); // GE-068: one way a turn
        require!(self.has_room(seat, goods), Illegal::StoreFull(goods)); // GE-070
        if goods == Goods::Food {
            require!(self.food_pool() > 0, Illegal::PoolEmpty); // GE-041, GE-075
            require!(merchant.food < self.food_slots(seat), Illegal::NowhereToPut); // GE-073
        }
        let price = merchant.prices[goods.index()];
        require!(self.players[seat].marks >= u16::from(price), Illegal::DearGoods(goods)); // GE-068
        Ok(())
    }

    /// How much food the seat's producing sectors can still take.
    pub(crate) fn food_slots(&self, seat: Seat) -> u8 {
        let sectors = self.players[seat].controls() & self.map.producing;
        let lies = (sectors & self.stock[0]).len() + (sectors & self.stock[1]).len();
        sectors.len() * self.data.numbers.sector_food - lies
    }

    fn check_sell(&self, merchant: &Merchant, seat: Seat, goods: Goods) -> Check {
        let player = &self.players[seat];
        require!(!merchant.bought.has(goods), Illegal::OneWay(goods)); // GE-068: one way a turn
        let have = match goods {
            Goods::Food => merchant.food,
            Goods::Metal => player.metal,
            Goods::Energy => player.energy,
        };
        require!(have > 0, Illegal::NothingToSell(goods)); // GE-068
        Ok(())
    }

    fn check_pirate(&self, merchant: &Merchant, seat: Seat) -> Check {
        require!(self.ready(seat, Tech::SpacePirate), Illegal::NoPirate); // GE-181
        require!(!merchant.pirated, Illegal::PirateUsed); // GE-181
        let metal = self.has_room(seat, Goods::Metal) && self.humans().any(|s| s != seat && self.players[s].metal > 0);
        require!(metal || !self.foreign_food(seat).is_empty(), Illegal::NothingToSteal); // GE-181
        Ok(())
    }

    /// The chooser's marks and the four dice (GE-063, GE-064).
    pub(crate) fn open_market(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Merchant(Merchant::default());
        let (seat, marks) = (self.chooser, self.data.numbers.merchant_marks);
        self.receive(seat, marks, "GE-063", log);
        self.roll = Roll::new(Cause::Prices);
        for _ in 0..PRICE_DICE {
            self.roll.push(chance.roll(self.data.numbers.die_sides)); // GE-064
        }
        self.show_dice(chance, log);
    }

    /// Marks from the bank; the clause gives them.
    pub(crate) fn receive(&mut self, seat: Seat, marks: u8, clause: &'static str, log: &mut impl Log<Event>) {
        self.players[seat].marks += u16::from(marks);
        if marks > 0 {
            log.push(|| Event::Paid { seat, marks, clause });
        }
    }

    /// The dice are final: one will be discarded.
    pub(crate) fn prices_rolled(&mut self, roll: &Roll) {
        let Phase::Merchant(merchant) = &mut self.phase else { unreachable!("prices are rolled in Merchant") };
        merchant.dice.copy_from_slice(roll.as_slice());
    }

    pub(crate) fn trade(
        &mut self,
        mut merchant: Merchant,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::DiscardDie(Number(die)) => return self.set_prices(&mut merchant, die, chance, log),
            Action::TakeFood(at) => {
                self.take_food(at);
                merchant.food += 1;
                log.push(|| Event::FoodTaken { seat, at });
            }
            Action::Buy(goods) => self.buy(&mut merchant, seat, goods, log),
            Action::Sell(goods) => self.sell(&mut merchant, seat, goods, 1, log),
            Action::PutFood(at) => {
                merchant.food -= 1;
                self.add_food(at);
                log.push(|| Event::Funded { seat, at });
            }
            Action::Pirate => return self.declare(Tech::SpacePirate, chance, log),
            Action::MetalFrom(colour) => {
                let victim = self.seat_of(colour).expect("checked");
                let metal = self.data.numbers.pirate_goods;
                self.players[victim].metal -= metal;
                self.players[seat].metal += metal;
                merchant.step = merchant.step.after_pirate();
                log.push(|| Event::MetalStolen { seat, victim, metal });
            }
            Action::FoodFrom(at) => {
                self.take_food(at);
                merchant.food += self.data.numbers.pirate_goods;
                merchant.step = merchant.step.after_pirate();
                log.push(|| Event::FoodStolen { seat, at });
            }
            Action::Next => merchant.step = merchant.step.next(),
            _ => return self.close_stall(merchant, seat, chance, log),
        }
        self.phase = Phase::Merchant(merchant);
    }

    /// The lowest of the other three for food, the middle one for metal, the highest for energy (GE-064, GE-065).
    fn set_prices(&mut self, merchant: &mut Merchant, die: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let discarded = merchant.dice.iter().position(|&d| d == die).expect("checked");
        let mut dice = merchant.dice;
        dice[discarded] = 0;
        dice.sort_unstable();
        merchant.prices = std::array::from_fn(|i| self.data.price(Goods::from_index(i), dice[i + 1]));
        merchant.dice = [0; PRICE_DICE];
        merchant.step = Trading::Collect;
        log.push(|| Event::PricesSet { prices: merchant.prices });
        self.phase = Phase::Merchant(*merchant);
        self.begin_turn(chance, log);
    }

    /// Harvest: the printed food of all controlled sectors, as far as the pool goes (GE-066, GE-041).
    pub(crate) fn merchant_turn(&mut self, merchant: Merchant, seat: Seat, log: &mut impl Log<Event>) {
        let printed: u8 = self.players[seat].controls().iter().map(|s| self.printed(s).0).sum();
        let food = printed.min(self.food_pool());
        log.push(|| Event::Harvested { seat, food });
        self.phase =
            Phase::Merchant(Merchant { step: Trading::Collect, prices: merchant.prices, food, ..Merchant::default() });
    }

    /// Food, metal and energy printed on a laid tile.
    pub(crate) fn printed(&self, space: Space) -> (u8, u8, u8) {
        let row = self.map.tile(space).map(|t| self.data.tile(t));
        row.map_or((0, 0, 0), |row| (row.food, row.metal, row.energy))
    }

    fn buy(&mut self, merchant: &mut Merchant, seat: Seat, goods: Goods, log: &mut impl Log<Event>) {
        let price = merchant.prices[goods.index()];
        let player = &mut self.players[seat];
        player.marks -= u16::from(price);
        match goods {
            Goods::Food => merchant.food += 1,
            Goods::Metal => player.metal += 1,
            Goods::Energy => player.energy += 1,
        }
        merchant.bought.insert(goods);
        log.push(|| Event::Bought { seat, goods, price });
    }

    /// The same price as for buying (GE-P007); the cubes go to the pool (GE-069).
    fn sell(&mut self, merchant: &mut Merchant, seat: Seat, goods: Goods, count: u8, log: &mut impl Log<Event>) {
        let player = &mut self.players[seat];
        let marks = u16::from(merchant.prices[goods.index()]) * u16::from(count);
        player.marks += marks;
        match goods {
            Goods::Food => merchant.food -= count,
            Goods::Metal => player.metal -= count,
            Goods::Energy => player.energy -= count,
        }
        merchant.sold.insert(goods);
        log.push(|| Event::Sold { seat, goods, count, marks });
    }

    /// Food that is left must be sold (GE-073).
    fn close_stall(&mut self, mut merchant: Merchant, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let rest = merchant.food;
        if rest > 0 {
            self.sell(&mut merchant, seat, Goods::Food, rest, log);
        }
        self.phase =
            Phase::Merchant(Merchant { prices: merchant.prices, step: Trading::Collect, ..Merchant::default() });
        self.end_turn(chance, log);
    }

    pub(crate) fn pirate_declared(&mut self, works: bool) {
        let Phase::Merchant(merchant) = &mut self.phase else { unreachable!("the pirate sails in Merchant") };
        if works {
            merchant.pirated = true;
            merchant.step =
                if merchant.step == Trading::Collect { Trading::PirateCollect } else { Trading::PirateTrade };
        }
    }
}

#[cited]
impl Trading {
    fn pirating(self) -> bool {
        matches!(self, Trading::PirateCollect | Trading::PirateTrade)
    }

    fn after_pirate(self) -> Trading {
        if self == Trading::PirateCollect { Trading::Collect } else { Trading::Trade }
    }

    /// Harvest, collect, trade, fund, in this order (GE-074).
    fn next(self) -> Trading {
        if self == Trading::Collect { Trading::Trade } else { Trading::Fund }
    }
}
