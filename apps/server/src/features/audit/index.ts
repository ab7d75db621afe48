export { registerAudit } from './audit.routes.ts'
export { selectAuditOf } from './audit.query.ts'
export { describeAudit } from './describe-audit.ts'
