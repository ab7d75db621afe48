import Type from 'typebox'

export const Count = Type.Integer({ minimum: 0 })
