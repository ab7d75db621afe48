export { alarmDigest } from './alarm-digest.ts'
export { registerExamAlarm } from './exam-alarm.routes.ts'
export { takeAlarms } from './take-alarms.ts'
