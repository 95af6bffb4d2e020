import { testExactlyOnce } from './exactly-once.ts'
import { longScenarios } from './scenarios.ts'

await testExactlyOnce(longScenarios)
