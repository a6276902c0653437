/** The certificate package behind the one import that loads it rightly: its parts find each other through decorators and refuse to load before this polyfill. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

export { x509 };
