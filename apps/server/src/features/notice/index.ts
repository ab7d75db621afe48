export { SendError, signatureOf, smsSettings, smtpSettings } from './channels.ts'
export {
  markRead,
  selectAddressProblems,
  selectNotices,
  selectNoticeSettings,
} from './notice.query.ts'
export { notify } from './notify.ts'
export { drain, sendJobs, sendNow } from './send-jobs.ts'
export { tellJobFailed } from './tell-job-failed.ts'
