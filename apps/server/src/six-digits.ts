import { randomInt } from 'node:crypto'

/** A code to be read out or typed: six random digits, of which any may lead. */
export const sixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')
