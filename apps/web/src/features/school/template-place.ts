export const place = { group: 'school', scope: 'school' } as const
