export { selectHeldRoles } from './held-role.query.ts'
export { registerAccount } from './account.routes.ts'
export { hashPassword, isPassword } from './sign-in.ts'
export { assertPassword, generatePassword } from './password.ts'
