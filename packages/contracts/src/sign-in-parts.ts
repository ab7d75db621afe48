import Type from 'typebox'

export const Ticket = Type.String({ maxLength: 100 })

export const Password = Type.String({ minLength: 1, maxLength: 200 })

export const ENTRY_ERRORS = [
  'ACCOUNT_DISABLED',
  'SECOND_FACTOR_NEEDED',
  'NO_ROLE',
  'NO_SCHOOL_PERMISSION',
  'NO_SCHOOL_BOUND',
  'NO_REGION_PERMISSION',
  'NO_REGION_BOUND',
] as const
