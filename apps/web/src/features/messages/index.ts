export { LeaderMessages } from './LeaderMessages.tsx'
export { MarkerMessages } from './MarkerMessages.tsx'
export { useMessageCounts, useMessageStream } from './use-message-counts.ts'
