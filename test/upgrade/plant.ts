import { plant } from '../support/plant.ts'
import { plants } from './plants.ts'

/** Loaded into the processes of this version (`NODE_OPTIONS=--import=…/plant.ts PLANT=name`): they have the mistake in them. */
for (const one of plants) if (one.name === process.env.PLANT) plant(one)
