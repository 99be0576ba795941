import { PIXEL } from '../content.js';
import type { Resource, ResourceTemplate } from '../state/offered.js';

const CONFIG = `${JSON.stringify({ theme: 'dark', retries: 3 }, null, 2)}\n`;

/** The shipped resources. */
export const shippedResources: readonly Resource[] = [
  {
    uri: 'memo://greeting',
    spec: {
      uri: 'memo://greeting',
      name: 'greeting',
      title: 'Greeting',
      description: 'A short text.',
      mimeType: 'text/plain',
      size: 12,
      annotations: { audience: ['user', 'assistant'], priority: 0.5, lastModified: '2025-11-25T00:00:00Z' },
    },
    text: 'Hello, memo!',
  },
  {
    uri: 'memo://pixel',
    spec: {
      uri: 'memo://pixel',
      name: 'pixel',
      title: 'Pixel',
      description: 'An image of one pixel.',
      mimeType: 'image/png',
      size: 69,
    },
    blob: PIXEL,
  },
  {
    uri: 'memo://config',
    spec: {
      uri: 'memo://config',
      name: 'config',
      title: 'Configuration',
      description: 'A JSON document.',
      mimeType: 'application/json',
      size: CONFIG.length,
    },
    text: CONFIG,
  },
];

/** The resource that the tool toggle_resource adds and removes. */
export const extraResource: Resource = {
  uri: 'memo://extra',
  spec: { uri: 'memo://extra', name: 'extra', title: 'Extra', description: 'Comes and goes.', mimeType: 'text/plain' },
  text: 'Here for now.',
};

/** The shipped resource templates: memo://notes/1 to memo://notes/150. */
export const shippedTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'memo://notes/{id}',
    spec: {
      uriTemplate: 'memo://notes/{id}',
      name: 'note',
      title: 'Note',
      description: 'A note by its number, 1 to 150.',
      mimeType: 'text/plain',
    },
    text: 'This is note {id}.',
    values: { id: Array.from({ length: 150 }, (_, index) => String(index + 1)) },
  },
];
