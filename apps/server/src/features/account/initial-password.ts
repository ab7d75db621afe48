import { minutesFrom, type Clock } from '../../clock.ts'

const DAYS = 30

/** Until when a password that somebody else made or knows lets its owner in to change it. */
export const initialUntil = (clock: Clock): string => minutesFrom(clock, DAYS * 24 * 60)
