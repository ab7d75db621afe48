export { LoginForm } from './LoginForm.tsx'
export { choosableRoles, RoleChoice } from './RoleChoice.tsx'
export { SheetArt } from './SheetArt.tsx'
