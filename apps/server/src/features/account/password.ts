import { randomInt } from 'node:crypto'
import { AppError } from '@hengjuan/domain'

const MIN_LENGTH = 8
/** Without 0 O 1 l I: initial passwords are read out and copied from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GENERATED_LENGTH = 10

/** Whole words that begin most lists of leaked passwords; digits and signs around them do not help. */
const COMMON_WORDS =
  /^(password|passw0rd|qwerty(uiop)?|qwer|asdf(gh(jkl)?)?|zxcv(bnm?)?|admin(istrator)?|welcome|letmein|iloveyou|woaini|abc|test|teacher|school|laoshi|xuexiao|hengjuan|1q2w3e4r|qazwsx(edc)?)$/

/**
 * Refuses a password that is short, common or contains one of the person's own names.
 *
 * @param ownNames account, student number and the like; those of one or two letters do not count
 * @throws AppError PASSWORD_WEAK
 * @source docs on security: length and known passwords count, composition rules do not
 */
export function assertPassword(password: string, ...ownNames: string[]): void {
  const plain = password.toLowerCase()
  const letters = plain.replace(/[^a-z]/g, '')
  const weak =
    [...password].length < MIN_LENGTH ||
    ownNames.some((name) => name.length >= 3 && plain.includes(name.toLowerCase())) ||
    new Set(plain).size < 4 ||
    isRun(plain) ||
    (COMMON_WORDS.test(letters) && /^[a-z0-9!@#$%.]*$/.test(plain)) ||
    COMMON_WORDS.test(plain) ||
    /^\d{1,8}$/.test(plain)
  if (weak) throw new AppError('PASSWORD_WEAK', { min: MIN_LENGTH })
}

/** 12345678, abcdefgh, 87654321. */
function isRun(text: string): boolean {
  const steps = [...text]
    .slice(1)
    .map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** A random password of some 49 bits that can be read out. */
export function generatePassword(): string {
  const letters = Array.from(
    { length: GENERATED_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  )
  return letters.join('')
}
