export { WhyNot } from './WhyNot.tsx'
