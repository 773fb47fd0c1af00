# The image of the daemon: docker build --tag taskd .
# docs/install.md says how to run it.
FROM swift:6.3.1-bookworm AS build
WORKDIR /source
COPY . .
# A copy without a repository has no commit to take the time of the archive from.
ARG SOURCE_DATE_EPOCH=0
RUN Scripts/dist

FROM debian:12-slim
# What Debian has fixed since is what should be installed, hence no versions.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libsqlite3-0 libstdc++6 tzdata zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 7373 --home-dir /var/lib/taskd --shell /usr/sbin/nologin taskd \
    && install -d -o taskd -g taskd -m 700 /var/lib/taskd /var/cache/taskd
COPY --from=build /source/.build/dist/taskd /usr/local/bin/taskd
COPY --from=build /source/LICENSE /source/.build/dist/*/share/doc/taskd/NOTICES /usr/local/share/doc/taskd/

USER 7373:7373
# The store, and what an older copy of it is known by: a volume each.
VOLUME ["/var/lib/taskd", "/var/cache/taskd"]
ENV TASKD_DB=/var/lib/taskd/taskd.db TASKD_STATE=/var/cache/taskd TASKD_LISTEN=0.0.0.0:7373
EXPOSE 7373
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s CMD ["taskd", "ready"]
ENTRYPOINT ["taskd"]
CMD ["serve"]
