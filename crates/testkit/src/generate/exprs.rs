//! Random expressions of a wanted type.

use base::Id;
use ir::{BinOp, Decimal, EnumId, Expr, IntType, Real, RealType, Rounding, Type, UnOp, Value};

use super::body::Body;
use super::world::INT;

impl Body<'_> {
    /// An expression whose value may be stored where `ty` is declared, at most about `depth` operators deep.
    pub(super) fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        match ty {
            Type::Bool => self.bool_expr(depth),
            Type::Int(int) => self.int_expr(int, depth),
            Type::Real(real) => self.real_expr(real),
            Type::Decimal => self.decimal_expr(),
            Type::Enum(id) => self.enum_expr(id),
            Type::String => self.string_expr(),
            Type::Ref(_) | Type::Object => self.reference(ty),
        }
    }

    /// A variable whose value may stand where `ty` is asked for.
    pub(super) fn variable(&mut self, ty: Type) -> Option<Expr> {
        let program = &self.world.program;
        let fitting: Vec<Expr> = self
            .vars
            .iter()
            .filter(|var| program.is_assignable(var.ty, ty))
            .map(|var| var.place.into())
            .collect();
        self.rng.try_pick(&fitting).cloned()
    }

    fn string_expr(&mut self) -> Expr {
        let text = Expr::Const(Value::String(Id::new(self.rng.below(self.world.program.strings.len()))));
        if self.rng.chance(50) { text } else { self.variable(Type::String).unwrap_or(text) }
    }

    fn reference(&mut self, ty: Type) -> Expr {
        let null = self.rng.chance(if self.shape.faults > 0 { 15 } else { 5 });
        if null { Expr::NULL } else { self.variable(ty).unwrap_or(Expr::NULL) }
    }

    fn bool_expr(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self
                .variable(Type::Bool)
                .unwrap_or_else(|| Expr::Const(Value::Bool(self.rng.chance(50))));
        }
        match self.rng.below(10) {
            0 => Expr::not(self.bool_expr(depth - 1)),
            1 | 2 => {
                let op = *self.rng.pick(&[
                    BinOp::And,
                    BinOp::Or,
                    BinOp::And,
                    BinOp::Or,
                    BinOp::BitAnd,
                    BinOp::BitOr,
                    BinOp::BitXor,
                    BinOp::Eq,
                    BinOp::Ne,
                ]);
                let (left, right) = (self.bool_expr(depth - 1), self.bool_expr(depth - 1));
                Expr::binary(op, Type::Bool, left, right)
            }
            3 => self.bool_expr(0),
            _ => self.comparison(depth),
        }
    }

    /// A test between a variable and something of its type.
    fn comparison(&mut self, depth: usize) -> Expr {
        let vars = self.vars.clone();
        let (left, ty): (Expr, Type) = match self.rng.try_pick(&vars) {
            Some(var) => (var.place.into(), var.ty),
            None => (Expr::int(1), INT),
        };
        let equality = *self.rng.pick(&[BinOp::Eq, BinOp::Ne]);
        let order = *self.rng.pick(&[BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge, equality, equality]);
        match ty {
            Type::Bool => Expr::binary(equality, ty, left, self.bool_expr(0)),
            Type::Enum(id) => Expr::binary(order, ty, left, self.enum_expr(id)),
            Type::Int(int) => Expr::binary(order, ty, left, self.int_expr(int, depth - 1)),
            Type::Real(real) => Expr::binary(order, ty, left, self.real_expr(real)),
            Type::Decimal => Expr::binary(order, ty, left, self.decimal_expr()),
            Type::String => Expr::binary(equality, ty, left, self.string_expr()),
            Type::Ref(_) | Type::Object => {
                let right = self.variable(Type::Object).filter(|_| self.rng.chance(60));
                Expr::binary(equality, Type::Object, left, right.unwrap_or(Expr::NULL))
            }
        }
    }

    /// A condition that is true more often than not.
    pub(super) fn likely(&mut self, depth: usize) -> Expr {
        let left = self.bool_expr(depth);
        if self.rng.chance(30) {
            return left;
        }
        Expr::binary(BinOp::Or, Type::Bool, left, self.bool_expr(depth))
    }

    /// A condition that is true of every state, though it does not look so.
    pub(super) fn certainty(&mut self) -> Expr {
        let condition = self.bool_expr(2);
        match self.rng.below(3) {
            0 => {
                let not = Expr::not(condition.clone());
                Expr::binary(BinOp::Or, Type::Bool, condition, not)
            }
            1 => Expr::binary(BinOp::Eq, Type::Bool, condition.clone(), condition),
            _ => match self.variable(INT) {
                // Generated numbers are small, or else far from this one.
                Some(number) => Expr::binary(BinOp::Ne, INT, number, Expr::int(77_777)),
                None => Expr::TRUE,
            },
        }
    }

    fn int_expr(&mut self, int: IntType, depth: usize) -> Expr {
        let leaf = depth == 0 || self.rng.chance(30);
        if leaf {
            return self.int_leaf(int);
        }
        if !self.permit.growth {
            return if self.rng.chance(70) { self.next_in_circle(int) } else { self.bitwise(int) };
        }
        match self.rng.below(10) {
            0..4 => self.next_in_circle(int),
            4 | 5 => self.bitwise(int),
            6 => self.conversion(int),
            7 => self.division(int),
            _ => self.arithmetic(int),
        }
    }

    fn int_leaf(&mut self, int: IntType) -> Expr {
        if int == IntType::I32 && self.shape.self_id && self.rng.chance(20) {
            return Expr::SelfId;
        }
        let constant = Expr::int(self.rng.below(4) as i64);
        if self.rng.chance(40) { constant } else { self.variable(Type::Int(int)).unwrap_or(constant) }
    }

    /// `(x + 1) % n`: arithmetic that stays finite in an endless loop. A range is left for the sum and entered again.
    fn next_in_circle(&mut self, int: IntType) -> Expr {
        let modulus = Expr::int(self.rng.between(2, 4) as i64);
        let leaf = self.int_leaf(int);
        match int {
            IntType::Machine { .. } => circle(Type::Int(int), leaf, modulus),
            IntType::Range { .. } => {
                let wide = Expr::convert(int, IntType::I32, leaf);
                Expr::convert(IntType::I32, int, circle(INT, wide, modulus))
            }
        }
    }

    /// Bit operations on small numbers give small numbers.
    fn bitwise(&mut self, int: IntType) -> Expr {
        let op = *self.rng.pick(&[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::Shr]);
        let (left, right) = (self.int_leaf(int), self.int_leaf(int));
        Expr::binary(op, Type::Int(int), left, right)
    }

    /// From an enum, a real type or another integer type that some variable has. All give the numbers from 0 to 3, but
    /// in a reckless body.
    fn conversion(&mut self, to: IntType) -> Expr {
        let other = |ty: &Type| match ty {
            Type::Int(from) => *from != to,
            Type::Enum(_) | Type::Real(_) => true,
            Type::Bool | Type::Decimal | Type::String | Type::Ref(_) | Type::Object => false,
        };
        let others: Vec<Type> = self.world.scalars.iter().copied().filter(other).collect();
        let from = match self.rng.try_pick(&others) {
            Some(&Type::Enum(from)) => return Expr::convert(Type::Enum(from), to, self.enum_expr(from)),
            Some(&Type::Real(from)) => return self.rounded(from, to),
            Some(&Type::Int(from)) => from,
            Some(_) | None => return self.int_leaf(to),
        };
        let leaf = self.int_leaf(from);
        let number = if self.is_reckless() {
            leaf
        } else {
            Expr::binary(BinOp::BitAnd, Type::Int(from), leaf, Expr::int(3))
        };
        Expr::convert(from, to, number)
    }

    /// A real number as an integer: a small one, unless the body is reckless.
    fn rounded(&mut self, from: RealType, to: IntType) -> Expr {
        let number = self.real_expr(from);
        let fits = matches!(number, Expr::Const(_));
        if fits || self.is_reckless() {
            return Expr::round(from, to, Rounding::Checked, number);
        }
        let number = Expr::round(from, to, Rounding::Saturating, number);
        match to {
            IntType::Machine { .. } => Expr::binary(BinOp::BitAnd, Type::Int(to), number, Expr::int(3)),
            IntType::Range { .. } => number,
        }
    }

    fn division(&mut self, int: IntType) -> Expr {
        let op = *self.rng.pick(&[BinOp::Div, BinOp::Rem]);
        let left = self.int_leaf(int);
        let reckless = self.is_reckless();
        let right = if reckless { self.int_leaf(int) } else { Expr::int(self.rng.between(1, 3) as i64) };
        Expr::binary(op, Type::Int(int), left, right)
    }

    fn arithmetic(&mut self, int: IntType) -> Expr {
        let ty = Type::Int(int);
        match int {
            // Arithmetic within a range soon leaves it.
            IntType::Range { .. } if !self.is_reckless() => self.int_leaf(int),
            IntType::Machine { .. } | IntType::Range { .. } => match self.rng.below(8) {
                0 if int == IntType::I32 => Expr::unary(UnOp::Neg, ty, self.int_leaf(int)),
                1 if int == IntType::I32 => Expr::unary(UnOp::BitNot, ty, self.int_leaf(int)),
                2 => Expr::binary(BinOp::Shl, ty, self.int_leaf(int), Expr::int(1)),
                3 if self.is_reckless() => {
                    let most = int.bounds().1 as i64;
                    Expr::binary(BinOp::Add, ty, Expr::int(most), self.int_leaf(int))
                }
                _ => {
                    let op = *self.rng.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Mul]);
                    let (left, right) = (self.int_leaf(int), self.int_leaf(int));
                    Expr::binary(op, ty, left, right)
                }
            },
        }
    }

    fn enum_expr(&mut self, id: EnumId) -> Expr {
        let constant = Expr::int(self.rng.below(self.world.enum_size(id)) as i64);
        if self.rng.chance(50) { constant } else { self.variable(Type::Enum(id)).unwrap_or(constant) }
    }

    fn real_expr(&mut self, real: RealType) -> Expr {
        let constant = Expr::Const(Value::Real(Real::from(self.rng.below(4) as f64 * 0.5)));
        let leaf = self.variable(Type::Real(real)).unwrap_or_else(|| constant.clone());
        match self.rng.below(4) {
            0 if self.permit.growth => {
                let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem]);
                Expr::binary(op, Type::Real(real), leaf, constant)
            }
            1 => Expr::unary(UnOp::Neg, Type::Real(real), leaf),
            2 => leaf,
            _ => constant,
        }
    }

    fn decimal_expr(&mut self) -> Expr {
        let ty = Type::Decimal;
        let quarters = Decimal::from_parts(self.rng.chance(20), 25 * self.rng.below(5) as u128, 2);
        let constant = Expr::Const(Value::Decimal(quarters.expect("a small number is a decimal")));
        let leaf = self.variable(ty).unwrap_or_else(|| constant.clone());
        match self.rng.below(6) {
            0 if self.permit.growth => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
                // The constant may be zero, which only a reckless body divides by.
                let n_ops = if self.is_reckless() { ops.len() } else { 3 };
                let op = *self.rng.pick(&ops[..n_ops]);
                Expr::binary(op, ty, leaf, constant)
            }
            1 if self.permit.growth => {
                let divisor = Decimal::from_int(self.rng.between(2, 3) as i128);
                let divisor = Expr::Const(Value::Decimal(divisor.expect("a small number is a decimal")));
                Expr::binary(*self.rng.pick(&[BinOp::Div, BinOp::Rem]), ty, leaf, divisor)
            }
            2 => Expr::unary(UnOp::Neg, ty, leaf),
            3 => Expr::convert(IntType::I32, ty, self.int_leaf(IntType::I32)),
            4 => leaf,
            _ => constant,
        }
    }
}

fn circle(ty: Type, number: Expr, modulus: Expr) -> Expr {
    let next = Expr::binary(BinOp::Add, ty, number, Expr::int(1));
    Expr::binary(BinOp::Rem, ty, next, modulus)
}
