export { buildFeeder, PaperFeeder, whyNoFeeder } from './sane-feeder.ts'
