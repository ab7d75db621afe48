export { buildFeeder, PaperFeeder, whyNoFeeder } from './sane-feeder.ts'
export { buildTwainSource, whyNoTwainSource } from './twain-feeder.ts'
