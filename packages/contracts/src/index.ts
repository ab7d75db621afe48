export * from './route.ts'
export * from './account.ts'
