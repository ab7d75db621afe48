export { registerNotifications } from './notifications.routes.ts'
