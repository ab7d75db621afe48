export const ALL = 5000
