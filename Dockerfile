# syntax=docker/dockerfile:1
# The backend with the built frontend. Targets: program (the last, what runs in production), demo (with the sandbox),
# certificates. docker/base-images.json says when each base image was last looked at.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
# Packages to build and run the program; those of tests are in the workspace e2e, which is left out.
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --include-workspace-root \
  --workspace=contracts --workspace=sandbox --workspace=backend --workspace=frontend
COPY . .
RUN node scripts/build.mjs && node scripts/image.mjs /image

FROM debian:trixie-20261005-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS certificates
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*
COPY docker/certificates.sh /certificates.sh
# Gives each certificate to the user of its database, and ends.
# hadolint ignore=DL3002
USER root
CMD ["sh", "/certificates.sh", "/out"]

FROM build AS demo
ENV DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000 3001
CMD ["node", "scripts/start.mjs", "--no-build"]

# Node alone, without npm.
FROM debian:trixie-20261005-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS program
# The last two have glibc return the memory that redrawn pictures took (docs/operations.md#memory).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000
WORKDIR /app
# Data, the record of erased people, and backups: each a volume of its own.
RUN useradd --uid 1000 node && mkdir /data /tombstones /backups && chown node:node /data /tombstones /backups
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=180s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["sh", "docker/program.sh"]
