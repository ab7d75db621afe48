export { registerAccount } from './account.routes.ts'
export { hashPassword } from './sign-in.ts'
