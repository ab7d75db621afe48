export { LoginForm } from './LoginForm.tsx'
export { PasswordDialog } from './PasswordDialog.tsx'
export { choosableRoles, RoleChoice } from './RoleChoice.tsx'
export { SheetArt } from './SheetArt.tsx'
