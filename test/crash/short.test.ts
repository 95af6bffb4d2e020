import { testExactlyOnce } from './exactly-once.ts'
import { shortScenarios } from './scenarios.ts'

await testExactlyOnce(shortScenarios)
